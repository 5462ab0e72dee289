import { createTranslator, type TranslationValues } from 'use-intl/core';
import { isolateValues } from './isolation.ts';
import { type Language, languageFacts, type Messages } from './languages.ts';
import { directionOf, pageLanguage } from './page-language.ts';

/** Formats a message by its key, with parameters checked by name and type. */
export type Translator<M extends Messages> = ReturnType<typeof createTranslator<M>>;

/** Keys of messages without parameters. */
export type PlainKey<M extends Messages> = {
  [Key in keyof M & string]: M[Key] extends `${string}{${string}` ? never : Key;
}[keyof M & string];

/** One translator per language and namespace, which caches its `Intl` formatters. */
const translators = new Map<string, { messages: Messages; t: unknown }>();

/**
 * Creates the translator of messages in a language. In English it isolates Arabic arguments; right-to-left messages
 * bring their isolates (isolation.ts).
 */
export function makeTranslator<M extends Messages>(language: Language, messages: M): Translator<M> {
  const t = createTranslator<Messages>({ locale: languageFacts[language].locale, messages });
  if (directionOf(language) === 'rtl') return t as Translator<M>;
  const say = (key: string, values?: TranslationValues) => t(key, values && isolateValues(values));
  return Object.assign(say, t) as Translator<M>;
}

/** Translator of messages in their own language. */
export function translationsIn<M extends Messages>(
  language: Language,
  namespace: string,
  messages: M,
): Translator<M> {
  const key = `${language}/${namespace}`;
  const cached = translators.get(key);
  if (cached?.messages === messages) return cached.t as Translator<M>;
  const t = makeTranslator(language, messages);
  translators.set(key, { messages, t });
  return t;
}

/**
 * Translator of a namespace in the page's language.
 * @param messages the namespace's English messages; a build for another language replaces them
 */
export function getTranslations<M extends Messages>(namespace: string, messages: M): Translator<M> {
  return translationsIn(pageLanguage(), namespace, messages);
}
