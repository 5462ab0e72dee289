import { presets } from '#app/brands/presets.ts';
import { defaultLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { Tables } from '#app/lib/database.types.ts';
import { type BrandRow, brandOfRow, brandTextColumns, rowOfBrand } from './brand-row.ts';
import { contradictions } from './contradictions.ts';
import { type FactRows, factsOf, factTextsOf } from './read-facts.ts';
import {
  type Readiness,
  type ReadinessItem,
  type ReadinessLevel,
  readinessItems,
  readinessOf,
  type TextPlace,
} from './readiness.ts';

/** A store's rows whose texts are compared with its settings. */
export interface TextRows extends FactRows {
  brand: BrandRow;
  legal: Tables<'settings'>['legal'];
  questions: Pick<Tables<'faq_questions'>, 'question' | 'answer' | 'translations'>[];
}

/** What only the server knows. */
export interface ServerFacts {
  mail: 'smtp' | 'mailbox' | 'none';
  /** Payment providers whose keys are set for the store. */
  providers: readonly string[];
  /** Folder of the backups, and the newest one's time; undefined without scheduled backups. */
  backups: { folder: string; newest: Date | undefined; isLate: boolean } | undefined;
  /** Recipient of alerts. */
  alertEmail: string | undefined;
}

const isItem = (item: string): item is ReadinessItem => readinessItems.some((known) => known === item);

type DatabaseItem = {
  item: string;
  level: ReadinessLevel;
  is_ready: boolean;
  names: string[];
  amount: number;
};

/** The items of the database's list that this version knows. */
export const databaseItems = (rows: readonly DatabaseItem[]): Readiness[] =>
  rows.flatMap(({ item, level, is_ready, names, amount }) =>
    isItem(item) ? [readinessOf(item, level, is_ready, { names, amount })] : [],
  );

/** A brand's texts in a language, by column, without those of another language. */
function brandTexts(row: BrandRow, language: Language): Record<string, unknown> {
  const said = language === defaultLanguage ? { ...row } : translationOf(row.translations, language);
  return Object.fromEntries(brandTextColumns.map((column) => [column, said[column]]));
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

type PlacedText = TextPlace & { text: string; language: Language };

function storeTexts({ brand, settings, legal, questions }: TextRows): PlacedText[] {
  const placed = (place: TextPlace['place'], texts: Record<string, unknown>, language: Language) =>
    Object.entries(texts).flatMap(([name, text]): PlacedText[] =>
      typeof text === 'string' && text !== '' ? [{ place, name, text, language }] : [],
    );
  return languages.flatMap((language) => {
    const isOwn = language === defaultLanguage;
    const words = (column: string) => translatedWords(settings?.translations, column, language);
    return [
      ...placed('brand', brandTexts(brand, language), language),
      ...placed('store', isOwn ? recordOf(settings?.store) : words('store'), language),
      ...placed('legal', isOwn ? recordOf(legal) : words('legal'), language),
      ...questions.flatMap(({ translations, ...own }) => {
        const { question, answer } = isOwn ? own : translationOf(translations, language);
        const texts = [question, answer].filter((text) => typeof text === 'string');
        return placed('question', { [own.question]: texts.join('\n') }, language);
      }),
    ];
  });
}

/** What a store's texts state otherwise than its settings, and what of them is still a preset's. */
export function textItems(rows: TextRows): Readiness[] {
  const brand = brandOfRow(rows.brand, '');
  const facts = factTextsOf(brand, rows);
  const found = storeTexts(rows).flatMap(({ place, name, text, language }) =>
    contradictions(text, factsOf(brand, rows, language), facts[language]).map((one) => ({
      ...one,
      ...{ place, name, language },
    })),
  );
  const presetRows = presets.map(rowOfBrand);
  const kept = brandTextColumns.filter((column) => {
    const text = rows.brand[column];
    return text !== null && presetRows.some((preset) => preset[column] === text);
  });
  const phone = factsOf(brand, rows, defaultLanguage).settings.contact.contactPhone;
  return [
    readinessOf('texts', 'contradicts', found.length === 0, { contradictions: found, amount: found.length }),
    readinessOf('demo_words', 'demo', kept.length === 0, { amount: kept.length }),
    readinessOf('demo_logo', 'demo', !presets.some(({ logo }) => logo === rows.brand.logo)),
    readinessOf('demo_phone', 'demo', !presets.some(({ contactPhone }) => contactPhone === phone), {
      names: phone ? [phone] : [],
    }),
  ];
}

/** What the server says of mail, payment, backups and alerts. */
export function serverItems(
  { mail, providers, backups, alertEmail }: ServerFacts,
  settings: FactRows['settings'],
): Readiness[] {
  const isOnline = settings?.online_payment ?? false;
  const hasOtherWay = settings?.cash_on_delivery || settings?.bank_transfer;
  const newest = backups?.newest?.toISOString().slice(0, 16).replace('T', ' ');
  return [
    readinessOf('mail', 'missing', mail === 'smtp'),
    readinessOf(
      'online_payment',
      hasOtherWay || !isOnline ? 'contradicts' : 'missing',
      !isOnline || providers.length > 0,
      { names: [...providers] },
    ),
    readinessOf('backups', 'recommended', backups !== undefined && !backups.isLate && newest !== undefined, {
      names: backups ? [backups.folder, ...(newest ? [`${newest} UTC`] : [])] : [],
    }),
    readinessOf('alerts', 'recommended', alertEmail !== undefined, { names: alertEmail ? [alertEmail] : [] }),
  ];
}
