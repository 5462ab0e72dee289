import { useMemo } from 'react';
import type { Role } from '#app/auth/model.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminRightsTexts } from '#app/i18n/texts/admin-rights.ts';
import { adminUsersTexts } from '#app/i18n/texts/admin-users.ts';
import { Badge } from '#app/ui/badge.tsx';
import { BareButton, Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import { columnsOf } from '../ui/list/features.ts';
import { ListSearch } from '../ui/list/list-search.tsx';
import type { SavedView } from '../ui/list/saved-views.ts';
import { SecondLine } from '../ui/list/table-parts.tsx';
import { shopTimeText } from '../ui/shop-time.ts';
import {
  defaultPeopleSort,
  type PeopleFilter,
  type Person,
  peoplePerPage,
  readAllPeople,
} from './read-people.ts';
import { staffRoleName } from './right-names.ts';
import type { StaffGrant, StaffRole } from './staff-roles-data.ts';

type PeopleListProps = {
  filter: PeopleFilter;
  rows: Person[];
  count: number;
  views: SavedView[];
  roles: readonly Role[];
  onRole: (person: Person) => void;
  onSecondStep: (person: Person) => void;
  /** The staff roles, and who has them. */
  staff: { roles: readonly StaffRole[]; grants: readonly StaffGrant[] };
  onRights: (person: Person) => void;
};

const tones = { user: 'neutral', admin: 'tint', super_admin: 'brand' } as const;
const column = columnsOf<Person>();
const rowId = ({ id }: Person) => id;

/** Names of the staff roles that somebody has, whatever their days. */
function staffRolesOf({ id }: Person, { roles, grants }: PeopleListProps['staff']): string[] {
  const held = new Set(grants.filter(({ user_id }) => user_id === id).map(({ role_id }) => role_id));
  return roles.filter((role) => held.has(role.id)).map(staffRoleName);
}

/** List of the store's users and their roles. */
export function PeopleList(props: PeopleListProps) {
  const { filter, rows, count, views, roles, staff, onRole, onSecondStep, onRights } = props;
  const t = adminUsersTexts();
  const tRights = adminRightsTexts();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          enableHiding: false,
          meta: { isMain: true, className: 'w-full max-w-0' },
          cell: ({ row: { original: person } }) => (
            <>
              <bdi className="block truncate font-medium">{person.name || t('unnamed')}</bdi>
              <SecondLine className="wrap-anywhere">{person.email}</SecondLine>
              {person.isUnconfirmed ? <Badge tone="warning">{t('unconfirmed')}</Badge> : null}
            </>
          ),
        }),
        column.accessor('email', {
          header: t('email'),
          meta: { from: '3xl', hiddenWhenFolded: true, hiddenByDefault: true },
        }),
        column.accessor(({ joined }) => shopTimeText(joined), {
          id: 'joined',
          header: t('joined'),
          meta: { from: '4xl', hiddenWhenFolded: true, className: 'whitespace-nowrap' },
          cell: ({ row: { original: person } }) => formatDate(person.joined),
        }),
        column.accessor(({ role }) => t(role), {
          id: 'role',
          header: t('role'),
          enableSorting: false,
          meta: { from: 'lg', className: 'whitespace-nowrap' },
          cell: ({ getValue, row: { original: person } }) => (
            <BareButton
              title={tRights('open')}
              className="flex min-h-6 items-center gap-1"
              onClick={() => onRights(person)}
            >
              <Badge tone={tones[person.role]}>{getValue()}</Badge>
              {person.inAllStores ? <Badge>{t('everywhere')}</Badge> : null}
              {staffRolesOf(person, staff).map((name) => (
                <Badge key={name} tone="tint">
                  {name}
                </Badge>
              ))}
              <span className="sr-only">{tRights('openOf', { name: person.name || person.email })}</span>
            </BareButton>
          ),
        }),
        column.display({
          id: 'second-step',
          header: t('secondStep'),
          meta: { from: '2xl', className: 'whitespace-nowrap' },
          cell: ({ row: { original: person } }) =>
            person.factors > 0 ? (
              <Button
                variant="outline"
                size="small"
                aria-label={t('removeStepOf', { name: person.name || person.email })}
                onClick={() => onSecondStep(person)}
              >
                {t('removeStep')}
              </Button>
            ) : (
              <span className="text-ink-soft @max-2xl:hidden">{t('noSecondStep')}</span>
            ),
        }),
        column.display({
          id: 'actions',
          header: t('changeRole'),
          enableHiding: false,
          meta: { unseenHead: true, className: 'text-end' },
          cell: ({ row: { original: person } }) =>
            person.inAllStores ? null : (
              <Button
                variant="outline"
                size="small"
                aria-label={t('changeRoleOf', { name: person.name || person.email })}
                onClick={() => onRole(person)}
              >
                {t('changeRole')}
              </Button>
            ),
        }),
      ]),
    [t, tRights, staff, onRole, onSecondStep, onRights],
  );
  const choice = {
    name: 'role',
    label: t('role'),
    options: [{ value: '', label: t('allRoles') }, ...roles.map((value) => ({ value, label: t(value) }))],
  };
  return (
    <DataTable
      list={{
        name: 'users',
        title: t('title'),
        columns,
        rowId,
        nameOf: ({ name, email }) => name || email,
        sort: defaultPeopleSort,
      }}
      rows={rows}
      paging={{ page: filter.page, perPage: peoplePerPage, count }}
      filters={<ListSearch label={t('search')} search={filter.search} choices={[choice]} />}
      views={views}
      empty={<EmptyState title={t('nobody')}>{t('nobodyWhy')}</EmptyState>}
      exports={{ readAll: () => readAllPeople(filter) }}
    />
  );
}
