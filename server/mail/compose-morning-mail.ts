import { escapeHtml, type Message, oneLine } from 'embedded-supabase/mail';
import type { Brand } from '../../app/brands/brand.ts';
import { formatDays, formatMoney, formatNumber } from '../../app/i18n/format.ts';
import { withoutIsolation } from '../../app/i18n/isolation.ts';
import englishAdminMorning from '../../app/i18n/texts/en/admin-morning.json' with { type: 'json' };
import {
  type CountedFigure,
  type FigureCell,
  type FigureRow,
  groupFigures,
  hasValue,
  isMoney,
  rowsQuery,
} from '../../app/lib/morning-figures.ts';
import { mailButton, smallPrint, storeMail } from './mail-frame.ts';
import { mailTranslations } from './mail-translations.ts';

/** The figures of one person's stores. */
export interface MorningMail {
  email: string;
  /** The day that it is about, as an ISO date. */
  day: string;
  figures: readonly CountedFigure[];
  /** In the order in which they are shown, with their names in the recipient's language. */
  stores: readonly { id: string; name: string }[];
}

/**
 * Composes the mail of the morning; escapes all input. Leaves out lines that are zero, a week before as well. It names no
 * customers, as mail needs no second step.
 * @param id stays the same for every attempt
 * @param brand the store whose frame it has, in the recipient's language
 * @param pageUrl URL of the morning page, to which the queries of the rows are added
 */
export function composeMorningMail(
  { email, day, figures, stores }: MorningMail,
  brand: Brand,
  { id, pageUrl }: { id: string; pageUrl: string },
): Message {
  const language = brand.defaultLanguage;
  const t = mailTranslations(language, 'admin-morning', englishAdminMorning);
  const [only] = stores.length === 1 ? stores : [];
  const date = formatDays(day, day, language);
  const groups = groupFigures(
    figures,
    stores.map(({ id: storeId }) => storeId),
  )
    .map(({ group, rows }) => ({ title: t(`group_${group}`), rows: rows.filter(isWorthSaying) }))
    .filter(({ rows }) => rows.length > 0);
  const nameOf = ({ tenantId }: FigureCell) =>
    stores.find(({ id: storeId }) => storeId === tenantId)?.name ?? t('allStores');
  const amountOf = (row: FigureRow, value: number) =>
    isMoney(row.figure) ? formatMoney(value, brand.currency, language) : formatNumber(value, language);
  const linesOf = (row: FigureRow) =>
    [...row.cells, ...(row.sum ? [row.sum] : [])].filter(hasValue).map((cell) => ({
      label: only ? t(row.figure) : oneLine(nameOf(cell)),
      value: amountOf(row, cell.value),
      before: cell.before === 0 ? '' : t('weekBefore', { value: amountOf(row, cell.before) }),
      address: withQuery(pageUrl, rowsQuery(row.figure, cell.tenantId, day)),
      isSum: cell === row.sum,
    }));
  const lead = t('mailLead', { day: date });
  const why = t('mailWhy');
  const subject = only
    ? t('mailSubject', { store: oneLine(only.name), day: date })
    : t('mailSubjectAll', { day: date });
  const text = groups.map(({ title, rows }) =>
    [
      title.toLocaleUpperCase(language),
      ...rows.flatMap((row) => [
        ...(only ? [] : [t(row.figure)]),
        ...linesOf(row).map(
          ({ label, value, before }) => `${only ? '' : '  '}${label}: ${value}${before && ` (${before})`}`,
        ),
      ]),
    ].join('\n'),
  );
  const html = groups.map(({ title, rows }) => {
    const figuresHtml = rows.map((row) => {
      const lines = linesOf(row).map(lineHtml).join('');
      const head = only
        ? ''
        : `<tr><td colspan="2" style="padding:8px 0 0;font-weight:600">${escapeHtml(t(row.figure))}</td></tr>`;
      return head + lines;
    });
    return `<h2 style="margin:24px 0 4px;font-size:18px;line-height:1.4">${escapeHtml(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${figuresHtml.join('')}</table>`;
  });
  return storeMail(brand, pageUrl, {
    id: `morning-${id}`,
    kind: 'morning',
    to: email,
    subject: withoutIsolation(oneLine(subject)),
    text: [lead, ...text, `${t('mailSee')}: ${pageUrl}`, why],
    body: `<p style="margin:0">${escapeHtml(lead)}</p>
${html.join('\n')}
<p style="margin:0 0 28px"></p>
${mailButton(brand, pageUrl, t('mailSee'))}
<p style="margin:0;${smallPrint}">${escapeHtml(why)}</p>`,
  });
}

interface Line {
  label: string;
  value: string;
  before: string;
  address: string;
  isSum: boolean;
}

function lineHtml({ label, value, before, address, isSum }: Line): string {
  const line = `padding:4px 0;vertical-align:top;border-bottom:1px solid #e5e7eb;${isSum ? 'font-weight:600' : ''}`;
  const past = before && `<br><span style="${smallPrint};font-weight:400">${escapeHtml(before)}</span>`;
  return `<tr><td style="${line}"><bdi>${escapeHtml(label)}</bdi>${past}</td><td align="right" style="${line};text-align:end;white-space:nowrap;padding-inline-start:16px"><a href="${escapeHtml(address)}" style="color:inherit">${escapeHtml(value)}</a></td></tr>`;
}

const isWorthSaying = ({ cells }: FigureRow) => cells.some(hasValue);

function withQuery(pageUrl: string, query: string): string {
  const url = new URL(pageUrl);
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
  return url.href;
}
