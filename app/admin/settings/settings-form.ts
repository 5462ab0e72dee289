import { z } from 'zod';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import type { Json } from '#app/lib/database.types.ts';
import { emailText, limitedText } from '#app/lib/text-schemas.ts';
import { fields } from '#app/product/parse-values.ts';
import { amountText, optionalCount } from '../ui/edit/field-schemas.ts';
import {
  byTranslation,
  otherLanguages,
  translatedName,
  withTranslation,
} from '../ui/edit/translated-texts.ts';
import { type Setting, type SettingsGroup, settingsGroups, translatedPaths } from './settings-groups.ts';

/** Form values of a group, by setting path; amounts are pounds as text. */
export type SettingsValues = Record<string, string | boolean>;

const message = (key: 'emailWrong' | 'urlWrong' | 'tooLong' | 'noPayment' | 'bankDetailsMissing') => () =>
  adminSettingsTexts()(key);

const longest = { text: 300, line: 1000, area: 50_000, email: 320, url: 500 };

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

type Rule = z.ZodType<string | boolean, string | boolean>;

function ruleOf({ kind, choices = [], least = 0, most = 1_000_000 }: Setting): Rule {
  if (kind === 'flag') return z.boolean();
  if (kind === 'choice') return z.enum([...choices]);
  if (kind === 'amount' || kind === 'optional-amount') {
    const error = () => adminSettingsTexts()('amountWrong', { least, most });
    return amountText(error, { least, most, optional: kind === 'optional-amount' });
  }
  if (kind === 'count' || kind === 'optional-count') {
    const optional = kind === 'optional-count';
    const error = () =>
      adminSettingsTexts()(optional ? 'countWrong' : 'countNeeded', {
        least,
        most,
      });
    const count = optionalCount(error, { least, most });
    return optional ? count : count.refine((typed) => typed !== '', { error });
  }
  if (kind === 'email') return z.union([z.literal(''), emailText(message('emailWrong'), longest.email)]);
  const text = limitedText(longest[kind], message('tooLong'));
  if (kind === 'url') {
    return text.refine((typed) => typed === '' || isWebAddress(typed), { error: message('urlWrong') });
  }
  return text;
}

/**
 * Returns the schema of a group's form.
 * @param takesCards online payment is configured on the server; otherwise it does not count as a payment
 * method
 */
export function settingsForm(
  group: SettingsGroup,
  takesCards = true,
): z.ZodType<SettingsValues, SettingsValues> {
  const settings: readonly Setting[] = settingsGroups[group];
  const rules = Object.fromEntries(
    settings.flatMap((setting) => {
      const rule = ruleOf(setting);
      const names = setting.translated
        ? otherLanguages.map((language) => translatedName(setting.path, language))
        : [];
      return [setting.path, ...names].map((name) => [name, rule]);
    }),
  );
  const form: z.ZodType<SettingsValues, SettingsValues> = z.object(rules);
  if (group !== 'payment') return form;
  return form
    .refine(
      (values) => values.cashOnDelivery || (takesCards && values.onlinePayment) || values.bankTransfer,
      {
        error: message('noPayment'),
        path: ['cashOnDelivery'],
      },
    )
    .refine((values) => !values.bankTransfer || values.bankDetails !== '', {
      error: message('bankDetailsMissing'),
      path: ['bankDetails'],
    });
}

function valueAt(column: unknown, path: string): unknown {
  return path.split('/').reduce((value: unknown, name) => fields(value)[name], column);
}

/** Returns the form values of a column, with its translations. */
export function settingsFormValues(
  group: SettingsGroup,
  column: unknown,
  translations: unknown = {},
): SettingsValues {
  const settings: readonly Setting[] = settingsGroups[group];
  const values = settings.map(({ path, kind, choices = [] }) => {
    const value = valueAt(column, path);
    if (kind === 'choice') return [path, choices.find((one) => one === value) ?? choices[0] ?? ''] as const;
    if (kind === 'flag') return [path, value === true] as const;
    return [path, typeof value === 'string' || typeof value === 'number' ? String(value) : ''] as const;
  });
  const texts = byTranslation(
    translatedPaths(group),
    (path, language) => translatedWords(translations, group, language)[path] ?? '',
  );
  return { ...Object.fromEntries(values), ...texts };
}

/** Writes a group's translations into the row's, keeping those of other groups. */
export function settingsTranslations(
  group: SettingsGroup,
  values: SettingsValues,
  translations: unknown,
): Record<string, Json> {
  return otherLanguages.reduce<Record<string, Json>>((all, language) => {
    const texts = translatedPaths(group).map((path) => [
      path,
      String(values[translatedName(path, language)] ?? ''),
    ]);
    const filled: Record<string, string> = {
      ...translatedWords(all, group, language),
      ...Object.fromEntries(texts),
    };
    return withTranslation(all, language, {
      [group]: Object.fromEntries(Object.entries(filled).filter(([, text]) => text !== '')),
    });
  }, entriesOf(translations));
}

function storedValue(kind: Setting['kind'], value: string | boolean | undefined): Json {
  if (kind === 'amount' || kind === 'optional-amount' || kind === 'count' || kind === 'optional-count')
    return value === '' ? null : Number(value);
  return value ?? '';
}

/** Returns a copy of a JSON object; {} for anything else. */
function entriesOf(value: unknown): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Writes a group's values into the column, keeping other content. Empty garment amounts are removed. */
export function settingsColumn(group: SettingsGroup, values: SettingsValues, column: Json): Json {
  const result = entriesOf(column);
  for (const { path, kind } of settingsGroups[group]) {
    const [name = '', inner] = path.split('/');
    const value = storedValue(kind, values[path]);
    if (inner === undefined) {
      result[name] = value;
      continue;
    }
    const nested = entriesOf(result[name]);
    if (value === null || value === '') delete nested[inner];
    else nested[inner] = value;
    result[name] = nested;
  }
  return result;
}
