import { type ReactNode, useState } from 'react';
import { href, Link } from 'react-router';
import { adminAuditTexts } from '#app/i18n/texts/admin-audit.ts';
import { cutText } from '#app/lib/typed-text.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { columnLabel } from '../ui/format-value.ts';
import { oneOf } from '../ui/list/url-state.ts';
import { useRequest } from '../ui/use-change.ts';
import { auditedTables, fieldChanges } from './audit-filter.ts';
import { type AuditedChange, readParts } from './read-audit.ts';
import { useUndo } from './use-undo.ts';

const tones = { insert: 'success', update: 'tint', delete: 'danger', restore: 'success' } as const;

/** Number of changed fields shown before the rest is folded. */
const mostAtOnce = 3;
const longest = 120;

const cut = (text: string) => (text.length > longest ? `${cutText(text, longest)}…` : text);

type Entry = Pick<AuditedChange, 'id' | 'action' | 'entity' | 'entity_id' | 'label' | 'before' | 'after'>;

/** Returns the page of the changed entity; undefined without one, or when it was deleted. */
function pageOf({ entity, entity_id, action }: Entry): string | undefined {
  if (action === 'delete') return undefined;
  if (entity === 'products') return href('/admin/products/edit/:id', { id: entity_id });
  if (entity === 'orders' || entity === 'order_notes') return `${href('/admin/orders')}?order=${entity_id}`;
  return undefined;
}

/** Returns the name of a changed entity. */
export const nameOf = ({ label, entity_id }: Pick<Entry, 'label' | 'entity_id'>) =>
  label || entity_id.slice(0, 8);

function wordsOf(t: ReturnType<typeof adminAuditTexts>, change: AuditedChange) {
  const table = auditedTables.find((table) => table === change.entity);
  const action = oneOf(['update', 'insert', 'delete', 'restore'], change.action);
  const name = nameOf(change);
  return {
    action,
    actionLabel: t(`did_${action}`),
    resource: table ? t(`resource_${table}`) : change.entity,
    label: change.parts > 0 ? t('andMore', { name, count: change.parts }) : name,
  };
}

/** Returns the action and the entity it changed as text: "Changed Products Hoodie". */
export function describeChange(t: ReturnType<typeof adminAuditTexts>, change: AuditedChange): string {
  const { actionLabel, resource, label } = wordsOf(t, change);
  return `${actionLabel} ${resource} ${label}`;
}

/** The action and the entity it changed. */
export function ChangedEntity({ change }: { change: AuditedChange }) {
  const t = adminAuditTexts();
  const { action, actionLabel, resource, label } = wordsOf(t, change);
  const place = change.parts > 0 ? undefined : pageOf(change);
  return (
    <span data-line className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tones[action]}>{actionLabel}</Badge>
      <span className="text-ink-soft">{resource}</span>
      {place ? (
        <Link to={place} className="wrap-anywhere font-medium text-link underline">
          {label}
        </Link>
      ) : (
        <span className="wrap-anywhere font-medium">{label}</span>
      )}
    </span>
  );
}

/** The changed fields with their values before and after; for a bulk change also the rows it changed. */
export function ChangedFields({ change }: { change: AuditedChange }) {
  const { entity, before, after, names } = change;
  const fields = <Changes table={entity} changes={fieldChanges(entity, before, after, names)} />;
  return change.parts > 0 ? <Parts change={change}>{fields}</Parts> : fields;
}

function Parts({ change, children }: { change: AuditedChange; children: ReactNode }) {
  const t = adminAuditTexts();
  const [read, setRead] = useState<Awaited<ReturnType<typeof readParts>> | null>(null);
  const { request } = useRequest();
  const open = () => request({ run: () => readParts(change.id), onDone: setRead, failed: t('partsFailed') });
  const count = change.parts + 1;
  return (
    <div data-clip className="grid gap-1">
      {read ? null : children}
      {read ? (
        <ul className="grid max-h-96 gap-2 overflow-y-auto" aria-label={t('showParts', { count })}>
          <li>
            <span className="font-medium">{nameOf(change)}</span>
            {children}
          </li>
          {read.parts.map((part) => (
            <li key={part.id}>
              <span className="font-medium">{nameOf(part)}</span>
              <Changes
                table={part.entity}
                changes={fieldChanges(part.entity, part.before, part.after, read.names)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => void open()}>
          {t('showParts', { count })}
        </Button>
      )}
      {read && change.parts > read.parts.length ? (
        <p className="text-ink-soft">{t('partsCut', { count: read.parts.length + 1 })}</p>
      ) : null}
    </div>
  );
}

/** Button that undoes a change, or a note that it was undone. */
export function UndoEntry({ change }: { change: AuditedChange }) {
  const t = adminAuditTexts();
  const { busy, undo } = useUndo();
  if (!change.canUndo) return change.undone_at ? <Badge>{t('undone')}</Badge> : null;
  return (
    <Button
      variant="outline"
      size="small"
      className="whitespace-nowrap"
      aria-label={t('undoOne', { name: nameOf(change) })}
      busy={busy}
      onClick={() =>
        void undo([change.id], {
          done: (count) => t('undoneMany', { count }),
          failed: t('undoFailed'),
        })
      }
    >
      {t('undoThis')}
    </Button>
  );
}

type ChangesProps = { table: string; changes: ReturnType<typeof fieldChanges> };

function Changes({ table, changes }: ChangesProps) {
  const t = adminAuditTexts();
  return (
    <div data-clip>
      <Fields table={table} changes={changes.slice(0, mostAtOnce)} />
      {changes.length > mostAtOnce ? (
        <details>
          <summary className="min-h-9 cursor-pointer py-2 text-link">
            {t('moreFields', { count: changes.length - mostAtOnce })}
          </summary>
          <Fields table={table} changes={changes.slice(mostAtOnce)} />
        </details>
      ) : null}
    </div>
  );
}

function Fields({ table, changes }: ChangesProps) {
  const t = adminAuditTexts();
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          <dt className="me-1.5 inline text-ink-soft">{columnLabel(field, table)}:</dt>
          <dd className="inline">
            {before === undefined ? null : (
              <del className="text-ink-soft">
                <span className="sr-only">{t('was')} </span>
                {cut(before) || '–'}
              </del>
            )}
            {before !== undefined && after !== undefined ? <span aria-hidden="true"> → </span> : null}
            {after === undefined ? null : (
              <ins className="no-underline">
                <span className="sr-only"> {t('is')} </span>
                {cut(after) || '–'}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
