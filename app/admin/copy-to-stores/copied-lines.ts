import { isGovernorate } from '#app/addresses/governorates.ts';
import { formatNumber, formatParts } from '#app/i18n/format.ts';
import { type Language, languages } from '#app/i18n/languages.ts';
import { adminCopiesTexts } from '#app/i18n/texts/admin-copies.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import englishAdminSettings from '#app/i18n/texts/en/admin-settings.json';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import type { PlainKey } from '#app/i18n/translations.ts';
import { formatPounds } from '#app/lib/money.ts';
import { fields } from '#app/product/parse-values.ts';
import { type FactTexts, withFacts } from '#app/store/facts.ts';
import { otherLanguages, translatedLabel } from '../ui/edit/translated-texts.ts';
import type { CopiedKind } from './copied-kinds.ts';

/** Lines of a part, as people read them; with a language if they are a text of the store. */
export type CopiedLines = { language?: Language; lines: string[] };

/** What the lines of a store depend on: its facts, and the names of places and couriers. */
export type LineContext = {
  facts: Record<Language, FactTexts> | undefined;
  placeNames: (places: readonly string[]) => string;
  carrierName: (code: string) => string;
};

type SettingsKey = PlainKey<typeof englishAdminSettings>;

const isSettingsKey = (key: string): key is SettingsKey => Object.hasOwn(englishAdminSettings, key);

/** A text of the settings by a computed key; the key's own end where there is none. */
function settingsText(prefix: string, name: string): string {
  const key = `${prefix}${name}`;
  return isSettingsKey(key) ? adminSettingsTexts()(key) : name;
}

const prefixes: Partial<Record<CopiedKind, string>> = {
  policies: 'legal_',
  delivery_fees: 'shipping_',
  cash_rules: 'rule_',
};

const messageLabels: Readonly<Record<string, SettingsKey>> = {
  mail_signature: 'brand_mail_signature',
  notification_channels: 'phoneNotifications',
  notification_kinds: 'notifications',
};

/** The name of a part: that of its setting, or its own. */
export function copiedName(kind: CopiedKind, key: string): string {
  if (kind === 'messages') return messageLabels[key] ? adminSettingsTexts()(messageLabels[key]) : key;
  if (key === 'depositPercent' || key === 'depositAmount') return adminSettingsTexts()('rule_deposit');
  const prefix = prefixes[kind];
  return prefix === undefined ? key : settingsText(prefix, key);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** A text of the store in each language, with the facts of that store filled in. */
function textLines(said: (language: Language) => string, { facts }: LineContext): CopiedLines[] {
  return languages.flatMap((language) => {
    const text = facts ? withFacts(said(language), facts[language]) : said(language);
    return text.trim() === '' ? [] : [{ language, lines: text.split('\n').filter((line) => line.trim()) }];
  });
}

/** A fee of a zone: "Standard: 45 EGP, free from 500 EGP, 2 to 4 working days". */
function rateLine(rate: unknown): string {
  const t = adminCopiesTexts();
  const tZones = adminZonesTexts();
  const { method, fee, free_from, from_grams, from_subtotal, days_from, days_to, cash_allowed } =
    fields(rate);
  const days = { from: Number(days_from ?? days_to), to: Number(days_to ?? days_from) };
  const terms = [
    formatPounds(Number(fee)),
    Number(from_grams) > 0 ? t('rateFromKilos', { kilos: Number(from_grams) / 1000 }) : '',
    Number(from_subtotal) > 0 ? t('rateForOrders', { amount: formatPounds(Number(from_subtotal)) }) : '',
    typeof free_from === 'number' ? t('rateFreeFrom', { amount: formatPounds(free_from) }) : '',
    Number.isFinite(days.to) && (days_from ?? days_to ?? null) !== null ? t('rateDays', days) : '',
    cash_allowed === false ? t('rateNoCash') : '',
  ];
  const name = tZones(method === 'express' ? 'method_express' : 'method_standard');
  return t('rate', { method: name, terms: formatParts(terms) });
}

function zoneLines(value: unknown, { placeNames, carrierName }: LineContext): CopiedLines[] {
  const t = adminCopiesTexts();
  const tZones = adminZonesTexts();
  const { translations, places, rates, max_grams, carrier, is_active } = fields(value);
  const rateLines = Array.isArray(rates) ? rates.map(rateLine) : [];
  return [
    {
      lines: [
        ...otherLanguages.map((language) => {
          const name = textOf(fields(fields(translations)[language]).name);
          return name && `${translatedLabel(tZones('name'), language)}: ${name}`;
        }),
        t('places', { places: placeNames(listOf(places)) || '–' }),
        ...(rateLines.length > 0 ? rateLines : [t('noRates')]),
        typeof max_grams === 'number' ? t('heaviest', { kilos: max_grams / 1000 }) : '',
        t('carrier', { carrier: textOf(carrier) ? carrierName(textOf(carrier)) : tZones('anyCarrier') }),
        is_active === false ? t('off') : '',
      ].filter(Boolean),
    },
  ];
}

/** A rule for cash orders, or a fee, as one line. */
function settingLine(key: string, value: unknown): string {
  const tPlaces = governoratesTexts();
  if (typeof value === 'string') return settingsText('require_', value);
  if (Array.isArray(value))
    return formatParts(listOf(value).map((place) => (isGovernorate(place) ? tPlaces(place) : place)));
  if (typeof value !== 'number') return '–';
  if (key === 'depositPercent') return adminCopiesTexts()('percentOfOrder', { percent: value });
  const isAmount = /fee|threshold|amount/i.test(key);
  return isAmount ? formatPounds(value) : formatNumber(value);
}

/** The lines of a part as a store would show it; none for a part that is not there. */
export function copiedLines(
  kind: CopiedKind,
  key: string,
  value: unknown,
  context: LineContext,
): CopiedLines[] {
  if (value === null || value === undefined) return [];
  const translations = fields(fields(value).translations);
  if (kind === 'zones') return zoneLines(value, context);
  if (kind === 'policies' || key === 'mail_signature')
    return textLines(
      (language) => textOf(language === 'en' ? fields(value).text : translations[language]),
      context,
    );
  if (kind === 'questions')
    return textLines((language) => {
      if (language === 'en') return textOf(fields(value).answer);
      const { question, answer } = fields(translations[language]);
      return [textOf(question), textOf(answer)].filter(Boolean).join('\n');
    }, context);
  if (kind === 'messages') {
    const t = adminSettingsTexts();
    const nameOf = (name: string) =>
      name === 'whatsapp'
        ? t('tellByWhatsApp')
        : name === 'sms'
          ? t('tellBySms')
          : settingsText('tell_', name);
    return [{ lines: listOf(value).map(nameOf) }];
  }
  return [{ lines: [settingLine(key, value)] }];
}

/** Whether each line of a text is missing in the other version of it. */
export const markedLines = (lines: readonly string[], other: readonly string[] = []) =>
  lines.map((line) => ({ line, isMarked: !other.includes(line) }));
