import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { formatDateTime } from '../../app/i18n/format.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import type { Language } from '../../app/i18n/languages.ts';
import englishOwnerAlerts from '../../app/i18n/texts/en/owner-alerts.json' with { type: 'json' };
import type { Translator } from '../../app/i18n/translations.ts';
import type { OwnerAlertItem } from '../../app/lib/json-columns.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** What one person did, for one owner. */
export interface OwnerAlert {
  email: string;
  /** Who did it. */
  actor: string;
  items: readonly OwnerAlertItem[];
  /** The name of a store in the recipient's language, by id. */
  storeName: (tenantId: string) => string;
}

type T = Translator<typeof englishOwnerAlerts>;

/** Acts that are listed; a flood of more is counted. */
const mostItems = 20;
/** Changed values that are listed of an act, and how much of each. */
const mostLines = 12;
const mostLetters = 300;

const translator = (language: Language): T => mailTranslations(language, 'owner-alerts', englishOwnerAlerts);

/**
 * Composes the mail that tells an owner of changes of ways to pay and of rights, and of exports; escapes all input. Values
 * are those of the log, which has no passwords or keys.
 * @param id stays the same for every attempt
 * @param brand the store whose frame it has, in the recipient's language
 * @param logUrl URL of the log of changes
 */
export function composeOwnerAlert(
  { email, actor, items, storeName }: OwnerAlert,
  brand: Brand,
  { id, logUrl }: { id: string; logUrl: string },
): Message {
  const language = brand.defaultLanguage;
  const t = translator(language);
  const kinds = new Set(items.map(({ kind }) => kind));
  const [kind] = kinds;
  const subject = withoutIsolation(
    oneLine(t(kinds.size === 1 && kind ? `subject_${kind}` : 'subject_several', { store: brand.name })),
  );
  const lead = t('lead', { name: oneLine(actor) || t('somebody') });
  const acts = items.slice(0, mostItems).map((item) => ({
    title: titleOf(item, t),
    where: `${item.tenant_ids.map(storeName).map(oneLine).join(t('comma'))} · ${formatDateTime(item.at, language)}`,
    lines: linesOf(item, t),
  }));
  const more = items.length > mostItems ? t('more', { count: items.length - mostItems }) : '';
  const html = acts.map(
    ({ title, where, lines }) =>
      `<p style="margin:0 0 16px"><strong>${escapeHtml(title)}</strong><br><span style="${smallPrint}">${escapeHtml(where)}</span>${lines.map((line) => `<br>${escapeHtml(line)}`).join('')}</p>`,
  );
  return storeMail(brand, logUrl, {
    id: `owner-alert-${id}`,
    kind: 'owner_alert',
    to: email,
    subject,
    text: [
      lead,
      ...acts.map(({ title, where, lines }) => [title, where, ...lines].join('\n')),
      more,
      t('unexpected'),
      `${t('see')}: ${logUrl}`,
    ],
    body: `<p style="margin:0 0 16px">${escapeHtml(lead)}</p>
${html.join('\n')}
${more && `<p style="margin:0 0 16px">${escapeHtml(more)}</p>`}
<p style="margin:0 0 24px">${escapeHtml(t('unexpected'))}</p>
${mailButton(brand, logUrl, t('see'))}`,
  });
}

function titleOf({ kind, entity, action, label, after }: OwnerAlertItem, t: T): string {
  const name = oneLine(label);
  switch (entity) {
    case 'settings':
      return t('payment');
    case 'staff_settings':
      return t('demands');
    case 'mfa_factors':
      return t('factors', { name });
    case 'exports':
      return after?.list === 'person'
        ? t('exported_person', { name })
        : t('exported_list', { list: String(after?.list ?? '') });
    case 'staff_invitations':
      if (after?.state === 'accepted') return t('invitation_accepted', { name });
      return t(
        action === 'insert'
          ? 'invitation_sent'
          : action === 'delete'
            ? 'invitation_revoked'
            : 'invitation_renewed',
        { name },
      );
    case 'staff_roles':
      return t(action === 'insert' ? 'role_added' : action === 'delete' ? 'role_deleted' : 'role_changed', {
        name,
      });
    case 'staff_grants':
    case 'user_roles':
      return t(action === 'delete' ? 'right_taken' : action === 'update' ? 'right_changed' : 'right_given', {
        name,
      });
    default:
      return t(`subject_${kind}`, { store: name });
  }
}

/** A value as a person reads it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** The innermost values of a document by their path, such as `payment.bankDetails`. */
function leaves(value: unknown, path: string): [path: string, text: string][] {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, one]) => leaves(one, path ? `${path}.${key}` : key));
  return [[path, oneLine(textOf(value)).slice(0, mostLetters)]];
}

/** What changed: `field: before → after`. */
function linesOf({ entity, before, after }: OwnerAlertItem, t: T): string[] {
  if (entity === 'exports' || entity === 'staff_invitations' || entity === 'mfa_factors') return [];
  const was = new Map(leaves(before ?? {}, ''));
  const is = new Map(leaves(after ?? {}, ''));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => path && was.get(path) !== is.get(path) && !hidden.has(path),
  );
  const lines = changed.slice(0, mostLines).map((path) => {
    const field = labelOf(path, t);
    const [from = '–', to = '–'] = [was.get(path), is.get(path)];
    if (!before) return t('is', { field, to });
    return after ? t('wasAndIs', { field, from, to }) : t('was', { field, from });
  });
  if (changed.length > mostLines) lines.push(t('moreFields', { count: changed.length - mostLines }));
  return lines;
}

/** Ids, which tell nobody anything: the entry's title names them. */
const hidden = new Set(['id', 'tenant_id', 'user_id', 'role_id', 'granted_by', 'created_at']);

const fields = [
  'bankDetails',
  'bankTransfer',
  'cashOnDelivery',
  'onlinePayment',
  'vatRate',
  'options',
  'role',
  'starts_on',
  'ends_on',
  'capabilities',
  'ceilings',
  'staff_need_second_factor',
  'second_step_hours',
  'customers_need_aal2',
] as const;

/** What a field is called; one that this version does not name goes by its path. */
function labelOf(path: string, t: T): string {
  const known = fields.find((field) => path.split('.').includes(field));
  if (!known) return path;
  const language = path.startsWith('translations.') ? path.split('.')[1] : '';
  return language ? `${t(`field_${known}`)} (${language})` : t(`field_${known}`);
}
