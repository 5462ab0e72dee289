import { useNavigation } from 'react-router';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { HeadCell, Table } from '#app/ui/table.tsx';
import { ListPages } from '../kit/list/list-pages.tsx';
import { ListSearch } from '../kit/list/list-search.tsx';
import { type AuditFilter, auditActions, auditedThings, type ThingNames } from './audit-filter.ts';
import { AuditRow } from './audit-row.tsx';
import { type AuditedChange, changesPerPage } from './read-audit.ts';

type AuditListProps = { filter: AuditFilter; changes: AuditedChange[]; names: ThingNames; count: number };

/** Everything that staff changed in the store: who, when, what, and what it was before. */
export function AuditList({ filter, changes, names, count }: AuditListProps) {
  const t = useTranslations('admin-audit', adminAuditMessages);
  const reading = useNavigation().state === 'loading';
  const choices = [
    {
      name: 'thing',
      label: t('thing'),
      options: auditedThings.map((value) => ({ value, label: t(`thing_${value}`) })),
    },
    {
      name: 'action',
      label: t('action'),
      options: auditActions.map((value) => ({ value, label: t(`action_${value}`) })),
    },
  ];
  return (
    <div className="grid gap-4">
      <ListSearch label={t('search')} search={filter.search} choices={choices} />
      {changes.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <div
          aria-busy={reading}
          className={classes('grid gap-4 transition-opacity', reading && 'opacity-60')}
        >
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('what')}</HeadCell>
                <HeadCell className="hidden md:table-cell">{t('change')}</HeadCell>
                <HeadCell className="hidden md:table-cell">{t('who')}</HeadCell>
                <HeadCell className="hidden md:table-cell">{t('when')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <AuditRow key={change.id} change={change} names={names} />
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={changesPerPage} shown={changes.length} count={count} />
        </div>
      )}
    </div>
  );
}
