import { formatDate, formatDateTime, formatMoney } from '#app/i18n/format.ts';
import type { Texts } from '#app/i18n/languages.ts';
import englishRefusals from '#app/i18n/texts/en/refusals.json';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { getTranslations } from '#app/i18n/translations.ts';
import { BackendError } from './backend-error.ts';
import { toPiastres } from './money.ts';

/** A database rule that was not met: its code, the English sentence, and the parameters. */
export type Refusal = { code: string; message: string; [parameter: string]: unknown };

/** Texts by code. An older page may not know all codes. */
const english: Texts = englishRefusals;

/** Parameters that are amounts in pounds. */
const amounts: readonly string[] = ['amount', 'minimum', 'price', 'total'];

/** Whether a parameter is the refusal behind another one. */
const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

function parameter(name: string, value: unknown): string | number {
  if (isRefusal(value)) return refusalText(value);
  if (typeof value === 'string') {
    if (name === 'day') return formatDate(value);
    return name === 'at' ? formatDateTime(value) : value;
  }
  if (typeof value !== 'number') return '';
  return amounts.includes(name) ? formatMoney(toPiastres(value)) : value;
}

/** Replaces parameters for display, such as a product's `name` by its translation. */
type Shown = (parameters: Record<string, unknown>) => object;

/**
 * A refusal's message in the page's language; the database's English sentence for an unknown code.
 * @param shown also translates the names of order lines
 */
export function refusalText({ code, message, ...parameters }: Refusal, shown: Shown = translatedRow): string {
  if (!Object.hasOwn(english, code)) return message;
  const texts = Object.entries(shown(parameters)).map(
    ([name, value]) => [name, parameter(name, value)] as const,
  );
  return getTranslations('refusals', english)(code, { reason: '', ...Object.fromEntries(texts) });
}

/** The error that the database raises for a refusal. */
export function refusalError({ code, message, ...parameters }: Refusal): BackendError {
  return new BackendError({ message, details: code, hint: JSON.stringify(parameters) });
}

const codeForm = /^[a-z][a-z0-9_]*$/;

/**
 * The message of the refusal behind a backend error, in the page's language; null for other errors.
 * @param shown as for `refusalText`
 */
export function refusalMessage(error: unknown, shown?: Shown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { details, message, hint }: { details?: unknown; message?: unknown; hint?: unknown } = error;
  if (typeof details !== 'string' || typeof message !== 'string' || !codeForm.test(details)) return null;
  const parameters: unknown = typeof hint === 'string' && hint.startsWith('{') ? JSON.parse(hint) : {};
  return refusalText({ ...Object(parameters), code: details, message }, shown);
}
