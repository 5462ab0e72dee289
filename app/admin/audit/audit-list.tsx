import { useEffect, useRef } from 'react';
import { Form, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { auditWords } from '#app/messages/en/admin-audit.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { ListPages } from '../list-pages.tsx';
import { useSearchKey } from '../table/use-search-key.ts';
import { changedQuery } from '../url-state.ts';
import { type AuditFilter, auditActions, auditedThings } from './audit-filter.ts';
import { AuditRow } from './audit-row.tsx';
import { type AuditedChange, changesPerPage } from './read-audit.ts';

type AuditListProps = { filter: AuditFilter; changes: AuditedChange[]; count: number };

/** Everything that staff changed in the store: who, when, what, and what it was before. */
export function AuditList({ filter, changes, count }: AuditListProps) {
  const t = useWords(auditWords);
  const navigate = useNavigate();
  const reading = useNavigation().state === 'loading';
  const [query] = useSearchParams();
  const search = useSearchKey(filter.search);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const ask = (changed: Record<string, string>) => {
    clearTimeout(typing.current);
    void navigate(changedQuery(query, changed), { replace: true, preventScrollReset: true });
  };
  const plain = (value: string) => (value === 'all' ? '' : value);
  return (
    <div className="grid gap-4">
      <Form
        role="search"
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,24rem)_14rem_14rem]"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ search: search.current?.value ?? '' });
        }}
      >
        <TextField
          ref={search}
          className="max-lg:col-span-2"
          label={t('search')}
          type="search"
          name="search"
          aria-keyshortcuts="/"
          defaultValue={filter.search}
          onChange={({ target }) => {
            clearTimeout(typing.current);
            typing.current = setTimeout(() => ask({ search: target.value }), 250);
          }}
        />
        <SelectField
          label={t('thing')}
          value={filter.thing}
          onChange={({ target }) => ask({ thing: plain(target.value) })}
        >
          {auditedThings.map((thing) => (
            <option key={thing} value={thing}>
              {t(`thing_${thing}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('action')}
          value={filter.action}
          onChange={({ target }) => ask({ action: plain(target.value) })}
        >
          {auditActions.map((action) => (
            <option key={action} value={action}>
              {t(`action_${action}`)}
            </option>
          ))}
        </SelectField>
      </Form>
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
                <HeadCell>{t('change')}</HeadCell>
                <HeadCell className="hidden md:table-cell">{t('who')}</HeadCell>
                <HeadCell className="hidden md:table-cell">{t('when')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <AuditRow key={change.id} change={change} />
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={changesPerPage} shown={changes.length} count={count} />
        </div>
      )}
    </div>
  );
}
