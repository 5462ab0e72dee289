import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { requireCapability } from '#app/auth/guards.ts';
import type { Role } from '#app/auth/model.ts';
import { mayIn } from '#app/auth/office-stores.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import { pageMeta } from '#app/store/seo.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { redirectToLastPage } from '../ui/list/list-page.ts';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { readViews } from '../ui/list/saved-views.ts';
import { searchIn } from '../ui/list/search-pattern.ts';
import { keysOf, sortOf } from '../ui/list/sort.ts';
import { oneOf, pageOf } from '../ui/list/url-state.ts';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Route } from './+types/users.route.ts';
import { ChangeRole } from './change-role.tsx';
import { readInvitations } from './invitations-data.ts';
import { PeopleList } from './people-list.tsx';
import { PersonRights } from './person-rights.tsx';
import {
  defaultPeopleSort,
  type Person,
  peoplePerPage,
  peopleSorts,
  readPeople,
  readStaffOfStore,
} from './read-people.ts';
import { RemoveSecondStep } from './remove-second-step.tsx';
import { StaffList } from './staff-list.tsx';
import { StaffRoles } from './staff-roles.tsx';
import {
  readCapabilities,
  readIsOwner,
  readStaffGrants,
  readStaffRights,
  readStaffRoles,
} from './staff-roles-data.ts';
import { WhoMay } from './who-may.tsx';

const roles: Role[] = ['user', 'admin', 'super_admin'];
const tabs = ['people', 'staff', 'roles', 'whoMay'] as const;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminUsersTexts()('title') });
}

async function readStaff(userId: string) {
  const [roles, grants, rights, { needs, units }, isOwner, people, invitations] = await Promise.all([
    readStaffRoles(),
    readStaffGrants(),
    readStaffRights(),
    readCapabilities(),
    readIsOwner(userId),
    readStaffOfStore(),
    readInvitations(),
  ]);
  return { roles, grants, rights, needs, units, isOwner, people, invitations };
}

/** The store's users; `?tab=staff` shows who works here and who is invited, `?tab=roles` the roles, `?tab=whoMay` who may what. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireCapability(request, pageCapabilities['/admin/users']);
  const query = url.searchParams;
  const filter = {
    search: searchIn(query),
    role: roles.find((role) => role === query.get('role')),
    sort: sortOf(keysOf(peopleSorts), defaultPeopleSort, query.get('sort')),
    page: pageOf(query),
  };
  const [list, views, staff] = await Promise.all([
    readPeople(filter),
    readViews('users'),
    readStaff(user.id),
  ]);
  redirectToLastPage(query, {
    page: filter.page,
    perPage: peoplePerPage,
    rowCount: list.rows.length,
    count: list.count,
  });
  const invitesTo = user.workplaces
    .map(({ tenantId }) => tenantId)
    .filter((tenantId) => mayIn(user, tenantId, 'people.manage'));
  return { tab: oneOf(tabs, query.get('tab')), filter, ...list, views, staff, invitesTo };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The store's users, their roles and rights; for super admins (docs/product.md, Roles, Rights). */
export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { tab, filter, rows, count, views, staff, invitesTo } = loaderData;
  const t = adminUsersTexts();
  const tRights = adminRightsTexts();
  const navigate = useNavigate();
  const [changingRole, setChangingRole] = useState<Person | null>(null);
  const [removingStep, setRemovingStep] = useState<Person | null>(null);
  const [openPerson, setOpenPerson] = useState<Person | null>(null);
  const path = href('/admin/users');
  const content = {
    people: (
      <PeopleList
        filter={filter}
        rows={rows}
        count={count}
        views={views}
        roles={roles}
        staff={staff}
        onRole={setChangingRole}
        onSecondStep={setRemovingStep}
        onRights={setOpenPerson}
      />
    ),
    staff: (
      <StaffList
        people={staff.people}
        invitations={staff.invitations}
        roles={staff.roles}
        grants={staff.grants}
        invitesTo={invitesTo}
        givesEverywhere={staff.isOwner}
        onRights={setOpenPerson}
        onSecondStep={setRemovingStep}
      />
    ),
    roles: <StaffRoles roles={staff.roles} needs={staff.needs} units={staff.units} isOwner={staff.isOwner} />,
    whoMay: (
      <WhoMay
        capabilities={[...staff.needs.keys()]}
        rights={staff.rights}
        roles={staff.roles}
        units={staff.units}
      />
    ),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <PageTabs
        title={t('title')}
        value={tab}
        onChange={(value) => navigate(value === 'people' ? path : `${path}?tab=${value}`)}
        tabs={tabs.map((value) => ({ value, label: tRights(value), content: content[value] }))}
      />
      <RemoveSecondStep key={removingStep?.id} person={removingStep} onClose={() => setRemovingStep(null)} />
      <ChangeRole
        key={changingRole?.id}
        person={changingRole}
        roles={roles}
        onClose={() => setChangingRole(null)}
      />
      {openPerson ? (
        <PersonRights
          key={openPerson.id}
          person={openPerson}
          roles={staff.roles}
          grants={staff.grants}
          rights={staff.rights}
          units={staff.units}
          givesEverywhere={staff.isOwner}
          onClose={() => setOpenPerson(null)}
        />
      ) : null}
    </div>
  );
}
