import type { Language } from '#app/i18n/languages.ts';
import { type FactTexts, type StoreFacts, withFacts } from './facts.ts';
import { arabicFacts } from './facts-arabic.ts';
import { englishFacts } from './facts-english.ts';

/** A store's facts as texts in each language. */
export const factTexts = (facts: StoreFacts): Record<Language, FactTexts> => ({
  en: englishFacts(facts),
  ar: arabicFacts(facts),
});

const entriesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/**
 * Fills the facts into a row's texts and into their translations, each in its language.
 * @param names the columns with texts
 */
export function rowWithFacts<Row extends { translations?: unknown }>(
  row: Row,
  names: readonly (keyof Row & string)[],
  texts: Record<Language, FactTexts>,
): Row {
  const filled = (own: Record<string, unknown>, language: Language) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = own[name];
        return typeof text === 'string' ? [[name, withFacts(text, texts[language])]] : [];
      }),
    );
  const translations = entriesOf(row.translations);
  const arabic = entriesOf(translations.ar);
  return {
    ...row,
    ...filled({ ...row }, 'en'),
    translations: { ...translations, ar: { ...arabic, ...filled(arabic, 'ar') } },
  };
}
