import { createTranslator } from 'use-intl/core';
import { languages, type Messages } from './languages.ts';
import { pageLanguage } from './page-language.ts';

/** Formats a message by its key, with parameters checked by name and type. */
export type Translator<M extends Messages> = ReturnType<typeof createTranslator<M>>;

/** Keys of messages without parameters. */
export type PlainKey<M extends Messages> = {
  [Key in keyof M & string]: M[Key] extends `${string}{${string}` ? never : Key;
}[keyof M & string];

const translations = new Map<string, Readonly<Record<string, Messages>>>();

/** One translator per language and namespace, which caches its `Intl` formatters. */
const translators = new Map<string, { english: Messages; translated?: Messages; t: unknown }>();

/** Loads a language other than English, before the first page is rendered in it. */
export async function loadLanguage(locale: string, files = languages[locale] ?? {}): Promise<void> {
  const loaded = Object.entries(files).map(async ([file, load]) => {
    return [file.replace(/^.*\/|\.json$/g, ''), await load()] as const;
  });
  translations.set(locale, Object.fromEntries(await Promise.all(loaded)));
}

/** Translator of a namespace in a language; untranslated messages stay English. */
export function translationsIn<M extends Messages>(
  locale: string,
  namespace: string,
  english: M,
): Translator<M> {
  const key = `${locale}/${namespace}`;
  const translated = translations.get(locale)?.[namespace];
  const cached = translators.get(key);
  if (cached?.english === english && cached.translated === translated) return cached.t as Translator<M>;
  const t = createTranslator({ locale, messages: { ...english, ...translated } }) as Translator<M>;
  translators.set(key, { english, translated, t });
  return t;
}

/** Translator of a namespace in the page's language, for browser code outside React. */
export function getTranslations<M extends Messages>(namespace: string, english: M): Translator<M> {
  return translationsIn(pageLanguage(), namespace, english);
}
