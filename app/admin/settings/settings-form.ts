import { z } from 'zod';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Json } from '#app/lib/database.types.ts';
import { fields } from '#app/product/legacy-values.ts';
import { withPoint } from '../kit/edit/amount-text.ts';
import { type Setting, type SettingsGroup, settingsGroups } from './settings-groups.ts';

/** What the controls of a group hold, by the path of each setting; amounts are pounds as text. */
export type SettingsValues = Record<string, string | boolean>;

type Key = 'emailWrong' | 'urlWrong' | 'tooLong';
const say = (key: Key) => () => getTranslations('admin-settings', adminSettingsMessages)(key);

const amount = /^\d{1,7}(\.\d{1,2})?$/;
const longest = { text: 300, line: 1000, area: 50_000, email: 320, url: 500 };

const bounds = ({ least = 0, most = 1_000_000 }: Setting) => ({ least, most });

function isAmount(text: string, setting: Setting): boolean {
  const { least, most } = bounds(setting);
  return amount.test(text) && Number(text) >= least && Number(text) <= most;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

type Rule = z.ZodType<string | boolean, string | boolean>;

function ruleOf(setting: Setting): Rule {
  const { kind } = setting;
  if (kind === 'flag') return z.boolean();
  const text = z.string().trim();
  const entered = z.string().transform(withPoint);
  const error = () =>
    getTranslations('admin-settings', adminSettingsMessages)('amountWrong', bounds(setting));
  if (kind === 'amount') return entered.refine((typed) => isAmount(typed, setting), { error });
  if (kind === 'optional-amount') {
    return entered.refine((typed) => typed === '' || isAmount(typed, setting), { error });
  }
  const short = text.max(longest[kind], { error: say('tooLong') });
  if (kind === 'email') {
    return short.refine((typed) => typed === '' || z.email().safeParse(typed).success, {
      error: say('emailWrong'),
    });
  }
  if (kind === 'url') {
    return short.refine((typed) => typed === '' || isWebAddress(typed), { error: say('urlWrong') });
  }
  return short;
}

/** What a group's controls may hold. */
export function settingsForm(group: SettingsGroup): z.ZodType<SettingsValues, SettingsValues> {
  const settings: readonly Setting[] = settingsGroups[group];
  const rules: Record<string, Rule> = {};
  for (const setting of settings) rules[setting.path] = ruleOf(setting);
  const form: z.ZodType<SettingsValues, SettingsValues> = z.object(rules);
  if (group !== 'payment') return form;
  return form.refine((values) => values.cashOnDelivery || values.onlinePayment || values.bankTransfer, {
    error: () => getTranslations('admin-settings', adminSettingsMessages)('noPayment'),
    path: ['cashOnDelivery'],
  });
}

function at(column: unknown, path: string): unknown {
  return path.split('/').reduce((value: unknown, name) => fields(value)[name], column);
}

/** The controls of a group, filled from its column. */
export function filledSettings(group: SettingsGroup, column: unknown): SettingsValues {
  return Object.fromEntries(
    settingsGroups[group].map(({ path, kind }) => {
      const value = at(column, path);
      if (kind === 'flag') return [path, value === true];
      return [path, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

function storedValue(kind: Setting['kind'], value: string | boolean | undefined): Json {
  if (kind === 'amount' || kind === 'optional-amount') return value === '' ? null : Number(value);
  return value ?? '';
}

/** The column with a group's values in it; whatever else the column holds stays. Missing amounts of garments go. */
export function settingsColumn(group: SettingsGroup, values: SettingsValues, column: Json): Json {
  const result: Record<string, Json | undefined> =
    typeof column === 'object' && column !== null && !Array.isArray(column) ? { ...column } : {};
  for (const { path, kind } of settingsGroups[group]) {
    const [name = '', inner] = path.split('/');
    const value = storedValue(kind, values[path]);
    if (inner === undefined) {
      result[name] = value;
      continue;
    }
    const now = result[name];
    const nested = typeof now === 'object' && now !== null && !Array.isArray(now) ? { ...now } : {};
    if (value === null || value === '') delete nested[inner];
    else nested[inner] = value;
    result[name] = nested;
  }
  return result;
}
