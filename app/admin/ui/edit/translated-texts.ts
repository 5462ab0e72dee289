import { z } from 'zod';
import { defaultLanguage, type Language, languageFacts, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { translatedWords, translationOf } from '#app/i18n/translated-row.ts';
import type { Json } from '#app/lib/database.types.ts';
import { fields, typedList } from '#app/product/parse-values.ts';

/** A language that texts are translated into. */
export type OtherLanguage = Exclude<Language, typeof defaultLanguage>;

export const otherLanguages = languages.filter(
  (language): language is OtherLanguage => language !== defaultLanguage,
);

/** Name of the field with another field's text in another language: `title_ar`. */
export type TranslatedName<Name extends string> = `${Name}_${OtherLanguage}`;

/** Returns the name of the field with a field's text in another language. */
export function translatedName<Name extends string>(
  name: Name,
  language: OtherLanguage,
): TranslatedName<Name> {
  return `${name}_${language}` as TranslatedName<Name>;
}

/** Builds an object with an entry for each text in each other language, by field name. */
export function byTranslation<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name, language: OtherLanguage) => Value,
): Record<TranslatedName<Name>, Value> {
  return Object.fromEntries(
    otherLanguages.flatMap((language) =>
      names.map((name) => [translatedName(name, language), of(name, language)]),
    ),
  ) as Record<TranslatedName<Name>, Value>;
}

type Text = z.ZodType<string, string>;

/** A text that is empty or follows the rules of another one. */
const sameRules = (rules: Text) =>
  z.string().transform((typed, context) => {
    if (typed.trim() === '') return '';
    const read = rules.safeParse(typed);
    for (const { message } of read.error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return read.data ?? typed;
  });

/** Adds schemas for the translations of texts, which follow the same rules and may be empty. */
export function withTranslations<Texts extends Record<string, Text>>(texts: Texts) {
  const translated = byTranslation(
    Object.keys(texts) as (keyof Texts & string)[],
    (name): Text => sameRules(texts[name] ?? z.string()),
  );
  return { ...texts, ...translated };
}

/** Returns the form values of a row's translations. */
export function translatedValues<Name extends string>(
  names: readonly Name[],
  translations: unknown,
): Record<TranslatedName<Name>, string> {
  return byTranslation(names, (name, language) => {
    const text = translationOf(translations, language)[name];
    return typeof text === 'string' ? text : '';
  });
}

/** Returns the label of a translation: "Name (Arabic)". */
export function translatedLabel(label: string, language: OtherLanguage): string {
  const { locale } = languageFacts[pageLanguage()];
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language;
  return adminTexts()('inLanguage', { label, language: name });
}

/** Returns the labels of translations, for the form and for conflicts. */
export function translatedLabels<Name extends string>(
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
): Record<TranslatedName<Name>, string> {
  return byTranslation(names, (name, language) => translatedLabel(labels[name], language));
}

const isEmpty = (value: unknown) =>
  value === '' ||
  value === undefined ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** A translated column: one text, or several by their originals. */
type Translated = string | Readonly<Record<string, string>>;

/** Returns a row's `translations` with these columns in a language; empty ones are dropped, all others stay. */
export function withTranslation(
  translations: unknown,
  language: OtherLanguage,
  columns: Readonly<Record<string, Translated>>,
): Record<string, Json> {
  const texts = Object.entries({ ...translationOf(translations, language), ...columns });
  const all = {
    ...fields(translations),
    [language]: Object.fromEntries(texts.filter(([, text]) => !isEmpty(text))),
  };
  return Object.fromEntries(Object.entries(all).filter(([, texts]) => !isEmpty(texts))) as Record<
    string,
    Json
  >;
}

/** Returns a row's `translations` with the texts of a form; translations outside the form stay. */
export function translationsColumn<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<TranslatedName<Name>, string>>,
  stored: unknown,
): Record<string, Json> {
  const texts: Readonly<Record<string, string>> = values;
  return otherLanguages.reduce<Record<string, Json>>(
    (translations, language) =>
      withTranslation(
        translations,
        language,
        Object.fromEntries(names.map((name) => [name, texts[translatedName(name, language)]?.trim() ?? ''])),
      ),
    fields(stored) as Record<string, Json>,
  );
}

const listParts = (typed: string) =>
  typed.trim() === '' ? [] : typed.split(/[,،]/).map((part) => part.trim());

/** Formats the translated words of a list in the order of its values: "أسود، ، أبيض"; '' when all are missing. */
export function typedWords(values: readonly string[], words: Readonly<Record<string, string>>): string {
  const translated = values.map((value) => words[value] ?? '');
  return translated.some(Boolean) ? translated.join('، ') : '';
}

/** Parses the typed words of a list by the values they translate; null unless each value has a word. */
export function wordsTyped(values: readonly string[], typed: string): Record<string, string> | null {
  const words = listParts(typed);
  if (words.length > 0 && words.length !== values.length) return null;
  return Object.fromEntries(
    values.flatMap((value, place) => {
      const word = words[place];
      return word ? [[value, word]] : [];
    }),
  );
}

type Lists<Name extends string> = (name: Name) => readonly string[];

/** Returns the form values of translated lists, by the values of each list. */
export function translatedLists<Name extends string>(
  names: readonly Name[],
  valuesOf: Lists<Name>,
  translations: unknown,
): Record<TranslatedName<Name>, string> {
  return byTranslation(names, (name, language) =>
    typedWords(valuesOf(name), translatedWords(translations, name, language)),
  );
}

/** Returns a row's `translations` with the words of a form's lists. */
export function withTranslatedLists<Name extends string>(
  names: readonly Name[],
  valuesOf: Lists<Name>,
  form: Readonly<Record<TranslatedName<Name>, string>>,
  translations: unknown,
): Record<string, Json> {
  return otherLanguages.reduce<Record<string, Json>>(
    (all, language) =>
      withTranslation(
        all,
        language,
        Object.fromEntries(
          names.map((name) => [name, wordsTyped(valuesOf(name), form[translatedName(name, language)]) ?? {}]),
        ),
      ),
    fields(translations) as Record<string, Json>,
  );
}

/** Adds an issue for each list with a different number of words than values. */
export function checkWords<Name extends string>(
  names: readonly Name[],
  form: Readonly<Record<Name | TranslatedName<Name>, string>>,
  context: z.RefinementCtx,
): void {
  for (const language of otherLanguages)
    for (const name of names) {
      const field = translatedName(name, language);
      if (wordsTyped(typedList(form[name]), form[field])) continue;
      const message = adminTexts()('wordsWrong');
      context.addIssue({ code: 'custom', path: [field], message });
    }
}
