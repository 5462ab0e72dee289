import { useState } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import type { Role } from '#app/auth/model.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListHead } from '../ui/list/list-head.tsx';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { searchIn } from '../ui/list/search-pattern.ts';
import { keysOf, sortOf } from '../ui/list/sort.ts';
import { pageOf } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import type { Route } from './+types/users.route.ts';
import { ChangeRole } from './change-role.tsx';
import { PeopleList } from './people-list.tsx';
import { defaultPeopleSort, type Person, peoplePerPage, peopleSorts, readPeople } from './read-people.ts';
import { RemoveSecondStep } from './remove-second-step.tsx';

const roles: Role[] = ['user', 'admin', 'super_admin'];

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminUsersTexts()('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/users']);
  const query = url.searchParams;
  const filter = {
    search: searchIn(query),
    role: roles.find((role) => role === query.get('role')),
    sort: sortOf(keysOf(peopleSorts), defaultPeopleSort, query.get('sort')),
    page: pageOf(query),
  };
  const [list, views] = await Promise.all([readPeople(filter), readViews('users')]);
  redirectToLastPage(query, {
    page: filter.page,
    perPage: peoplePerPage,
    rowCount: list.rows.length,
    count: list.count,
  });
  return { filter, ...list, views };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The store's users and their roles; for super admins (docs/product.md, Roles). */
export default function UsersPage({ loaderData: { filter, rows, count, views } }: Route.ComponentProps) {
  const t = adminUsersTexts();
  const [changingRole, setChangingRole] = useState<Person | null>(null);
  const [removingStep, setRemovingStep] = useState<Person | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('title')} />
      <PeopleList
        filter={filter}
        rows={rows}
        count={count}
        views={views}
        roles={roles}
        onRole={setChangingRole}
        onSecondStep={setRemovingStep}
      />
      <RemoveSecondStep key={removingStep?.id} person={removingStep} onClose={() => setRemovingStep(null)} />
      <ChangeRole
        key={changingRole?.id}
        person={changingRole}
        roles={roles}
        onClose={() => setChangingRole(null)}
      />
    </div>
  );
}
