import { href, Link } from 'react-router';
import adminAuditMessages from '#app/i18n/messages/en/admin-audit.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Badge } from '#app/ui/badge.tsx';
import { auditedThings, fieldChanges, type ThingNames } from './audit-filter.ts';
import type { AuditedChange } from './read-audit.ts';

const tones = { insert: 'success', update: 'tint', delete: 'danger' } as const;

/** Changed fields that are shown at once; the others unfold. */
const mostAtOnce = 3;
const longest = 120;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The page of the thing that was changed; undefined for those that have none or are gone. */
function placeOf({ entity, entity_id, action }: AuditedChange): string | undefined {
  if (action === 'delete') return undefined;
  if (entity === 'products') return href('/admin/products/edit/:id', { id: entity_id });
  if (entity === 'orders' || entity === 'order_notes') return `${href('/admin/orders')}?order=${entity_id}`;
  return undefined;
}

/** What was done to which thing. */
export function ChangedThing({ change }: { change: AuditedChange }) {
  const t = useTranslations('admin-audit', adminAuditMessages);
  const thing = auditedThings.find((known) => known === change.entity);
  const action = change.action === 'insert' || change.action === 'delete' ? change.action : 'update';
  const place = placeOf(change);
  const label = change.label || change.entity_id.slice(0, 8);
  return (
    <span data-line className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tones[action]}>{t(`did_${action}`)}</Badge>
      <span className="text-ink-soft">{thing ? t(`thing_${thing}`) : change.entity}</span>
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

/** What a change did, field by field. */
export function ChangedFields({ change, names }: { change: AuditedChange; names: ThingNames }) {
  return <Changes changes={fieldChanges(change.entity, change.before, change.after, names)} />;
}

function Changes({ changes }: { changes: ReturnType<typeof fieldChanges> }) {
  const t = useTranslations('admin-audit', adminAuditMessages);
  return (
    <div data-clip>
      <Fields changes={changes.slice(0, mostAtOnce)} />
      {changes.length > mostAtOnce ? (
        <details>
          <summary className="min-h-9 cursor-pointer py-2 text-link">
            {t('moreFields', { count: changes.length - mostAtOnce })}
          </summary>
          <Fields changes={changes.slice(mostAtOnce)} />
        </details>
      ) : null}
    </div>
  );
}

function Fields({ changes }: { changes: ReturnType<typeof fieldChanges> }) {
  const t = useTranslations('admin-audit', adminAuditMessages);
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="wrap-anywhere">
          <dt className="me-1.5 inline text-ink-soft">
            {field === 'category_id' ? t('field_category_id') : field.replaceAll('_', ' ')}:
          </dt>
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
