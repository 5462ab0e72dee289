import { createTranslator, type TranslationValues } from 'use-intl/core';
import { isolateValues } from './isolation.ts';
import { type Language, languageFacts, type Texts } from './languages.ts';
import { directionOf, pageLanguage } from './page-language.ts';

/** Formats a text by its key, with parameters checked by name and type. */
export type Translator<M extends Texts> = ReturnType<typeof createTranslator<M>>;

/** Keys of texts without parameters. */
export type PlainKey<M extends Texts> = {
  [Key in keyof M & string]: M[Key] extends `${string}{${string}` ? never : Key;
}[keyof M & string];

/** One translator per language and namespace, which caches its `Intl` formatters. */
const translators = new Map<string, { texts: Texts; t: unknown }>();

/**
 * Creates the translator of texts in a language. In English it isolates Arabic arguments; right-to-left texts
 * bring their isolates (isolation.ts).
 */
export function makeTranslator<M extends Texts>(language: Language, texts: M): Translator<M> {
  const t = createTranslator<Texts>({ locale: languageFacts[language].locale, messages: texts });
  if (directionOf(language) === 'rtl') return t as Translator<M>;
  const say = (key: string, values?: TranslationValues) => t(key, values && isolateValues(values));
  return Object.assign(say, t) as Translator<M>;
}

/** Translator of texts in their own language. */
export function translationsIn<M extends Texts>(
  language: Language,
  namespace: string,
  texts: M,
): Translator<M> {
  const key = `${language}/${namespace}`;
  const cached = translators.get(key);
  if (cached?.texts === texts) return cached.t as Translator<M>;
  const t = makeTranslator(language, texts);
  translators.set(key, { texts, t });
  return t;
}

/**
 * Translator of a namespace in the page's language.
 * @param texts the namespace's English texts; a build for another language replaces them
 */
export function getTranslations<M extends Texts>(namespace: string, texts: M): Translator<M> {
  return translationsIn(pageLanguage(), namespace, texts);
}
