import { useState } from 'react';
import { requireUser } from '#app/auth/guards.ts';
import type { Role } from '#app/auth/model.ts';
import adminUsersMessages from '#app/i18n/messages/en/admin-users.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { AdminError } from '../kit/admin-error.tsx';
import { ListHead } from '../kit/list/list-head.tsx';
import { insistOnPage } from '../kit/list/list-page.ts';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { readViews } from '../kit/list/saved-views.ts';
import { keysOf, sortOf } from '../kit/list/sort.ts';
import { pageOf } from '../kit/list/url-state.ts';
import type { Route } from './+types/users.route.ts';
import { ChangeRole } from './change-role.tsx';
import { PeopleList } from './people-list.tsx';
import { type Person, peoplePerPage, peopleSorts, readPeople, usualPeopleSort } from './read-people.ts';
import { RemoveSecondStep } from './remove-second-step.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin-users', adminUsersMessages)('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'super_admin');
  const query = url.searchParams;
  const role = roles.find((known) => known === query.get('role'));
  const filter = {
    search: query.get('search') ?? '',
    role,
    sort: sortOf(keysOf(peopleSorts), usualPeopleSort, query.get('sort')),
    page: pageOf(query),
  };
  const [list, views] = await Promise.all([readPeople(filter), readViews('users')]);
  insistOnPage(query, {
    ...{ page: filter.page, perPage: peoplePerPage, shown: list.people.length, count: list.count },
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

const roles: Role[] = ['user', 'admin', 'super_admin'];
/** The store's people and what each of them may do; for super admins (spec section 6). */
export default function UsersPage({ loaderData: { filter, people, count, views } }: Route.ComponentProps) {
  const t = useTranslations('admin-users', adminUsersMessages);
  const [asked, setAsked] = useState<Person | null>(null);
  const [helped, setHelped] = useState<Person | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ListHead title={t('title')} />
      <PeopleList {...{ filter, people, count, views, roles }} onRole={setAsked} onSecondStep={setHelped} />
      <RemoveSecondStep key={helped?.id} person={helped} onClose={() => setHelped(null)} />
      <ChangeRole key={asked?.id} person={asked} roles={roles} onClose={() => setAsked(null)} />
    </div>
  );
}
