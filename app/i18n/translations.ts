import { createTranslator } from 'use-intl/core';
import { type Language, languageFacts, type Messages } from './languages.ts';
import { pageLanguage } from './page-language.ts';

/** Formats a message by its key, with parameters checked by name and type. */
export type Translator<M extends Messages> = ReturnType<typeof createTranslator<M>>;

/** Keys of messages without parameters. */
export type PlainKey<M extends Messages> = {
  [Key in keyof M & string]: M[Key] extends `${string}{${string}` ? never : Key;
}[keyof M & string];

/** One translator per language and namespace, which caches its `Intl` formatters. */
const translators = new Map<string, { messages: Messages; t: unknown }>();

/** Translator of messages in the language that they are written in. */
export function translationsIn<M extends Messages>(
  language: Language,
  namespace: string,
  messages: M,
): Translator<M> {
  const key = `${language}/${namespace}`;
  const cached = translators.get(key);
  if (cached?.messages === messages) return cached.t as Translator<M>;
  const t = createTranslator({ locale: languageFacts[language].locale, messages }) as Translator<M>;
  translators.set(key, { messages, t });
  return t;
}

/**
 * Translator of a namespace in the page's language.
 * @param messages the namespace's English messages, in whose place a build for another language puts its own
 */
export function getTranslations<M extends Messages>(namespace: string, messages: M): Translator<M> {
  return translationsIn(pageLanguage(), namespace, messages);
}
