import { useState } from 'react';
import { requireUser } from '#app/auth/guards.ts';
import type { Role } from '#app/auth/model.ts';
import { formatDate } from '#app/i18n/format.ts';
import adminUsersMessages from '#app/i18n/messages/en/admin-users.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { metaTranslations, pageMeta } from '#app/lib/seo.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { AdminError } from '../kit/admin-error.tsx';
import { insistOnPage } from '../kit/list/list-page.ts';
import { ListPages } from '../kit/list/list-pages.tsx';
import { ListSearch } from '../kit/list/list-search.tsx';
import { ListSkeleton } from '../kit/list/list-skeleton.tsx';
import { pageOf } from '../kit/list/url-state.ts';
import type { Route } from './+types/users.route.ts';
import { ChangeRole } from './change-role.tsx';
import { type Person, peoplePerPage, readPeople } from './read-people.ts';
import { RemoveSecondStep } from './remove-second-step.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: metaTranslations(args, 'admin-users', adminUsersMessages)('title') });
}

export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  await requireUser(request, 'super_admin');
  const query = url.searchParams;
  const role = roles.find((known) => known === query.get('role'));
  const filter = { search: query.get('search') ?? '', role, page: pageOf(query) };
  const list = await readPeople(filter);
  insistOnPage(query, {
    ...{ page: filter.page, perPage: peoplePerPage, shown: list.people.length, count: list.count },
  });
  return { filter, ...list };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

const roles: Role[] = ['user', 'admin', 'super_admin'];
const tones = { user: 'neutral', admin: 'tint', super_admin: 'brand' } as const;

/** The store's people and what each of them may do; for super admins (spec section 6). */
export default function UsersPage({ loaderData: { filter, people, count } }: Route.ComponentProps) {
  const t = useTranslations('admin-users', adminUsersMessages);
  const [asked, setAsked] = useState<Person | null>(null);
  const [helped, setHelped] = useState<Person | null>(null);
  const roleBadges = ({ role, everywhere }: Person) => (
    <>
      <Badge tone={tones[role]}>{t(role)}</Badge>
      {everywhere ? <Badge>{t('everywhere')}</Badge> : null}
    </>
  );
  const removeStep = (person: Person) => (
    <Button
      variant="outline"
      size="small"
      aria-label={t('removeStepOf', { name: person.name || person.email })}
      onClick={() => setHelped(person)}
    >
      {t('removeStep')}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <h1 className="text-heading">{t('title')}</h1>
      <ListSearch
        label={t('search')}
        search={filter.search}
        choices={[
          {
            name: 'role',
            label: t('role'),
            options: [
              { value: '', label: t('allRoles') },
              ...roles.map((value) => ({ value, label: t(value) })),
            ],
          },
        ]}
      />
      {people.length === 0 ? (
        <EmptyState title={t('nobody')}>{t('nobodyWhy')}</EmptyState>
      ) : (
        <>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('name')}</HeadCell>
                <HeadCell className="hidden @4xl:table-cell">{t('joined')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('role')}</HeadCell>
                <HeadCell className="hidden @2xl:table-cell">{t('secondStep')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('changeRole')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.id} className="hover:bg-sunken">
                  <Cell className="w-full max-w-0">
                    <p className="truncate font-medium">{person.name || t('unnamed')}</p>
                    <p className="wrap-anywhere text-ink-soft text-xs">{person.email}</p>
                    <p className="mt-1 flex flex-wrap gap-1 @lg:hidden">{roleBadges(person)}</p>
                    <div className="mt-1 @2xl:hidden">{person.factors > 0 ? removeStep(person) : null}</div>
                  </Cell>
                  <Cell className="hidden whitespace-nowrap @4xl:table-cell">
                    {formatDate(person.joined)}
                  </Cell>
                  <Cell className="hidden whitespace-nowrap @lg:table-cell">
                    <span className="flex gap-1">{roleBadges(person)}</span>
                  </Cell>
                  <Cell className="hidden whitespace-nowrap @2xl:table-cell">
                    {person.factors > 0 ? (
                      removeStep(person)
                    ) : (
                      <span className="text-ink-soft">{t('noSecondStep')}</span>
                    )}
                  </Cell>
                  <Cell className="text-end">
                    {person.everywhere ? null : (
                      <Button
                        variant="outline"
                        size="small"
                        aria-label={t('changeRoleOf', { name: person.name || person.email })}
                        onClick={() => setAsked(person)}
                      >
                        {t('changeRole')}
                      </Button>
                    )}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={peoplePerPage} shown={people.length} count={count} />
        </>
      )}
      <RemoveSecondStep key={helped?.id} person={helped} onClose={() => setHelped(null)} />
      <ChangeRole key={asked?.id} person={asked} roles={roles} onClose={() => setAsked(null)} />
    </div>
  );
}
