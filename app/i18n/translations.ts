import { createTranslator } from 'use-intl/core';
import { languages, type Messages } from './languages.ts';
import { pageLanguage } from './page-language.ts';

/** Says a message by its key; the message's parameters are demanded by name and type. */
export type Translator<M extends Messages> = ReturnType<typeof createTranslator<M>>;

/** Keys of messages without parameters. */
export type PlainKey<M extends Messages> = {
  [Key in keyof M & string]: M[Key] extends `${string}{${string}` ? never : Key;
}[keyof M & string];

const translations = new Map<string, Readonly<Record<string, Messages>>>();

/** One translator per language and namespace, so that each makes its `Intl` formatters once. */
const translators = new Map<string, { english: Messages; translated?: Messages; t: unknown }>();

/** Loads a language beside English; to be awaited before the first page is rendered in it. */
export async function loadLanguage(locale: string, files = languages[locale] ?? {}): Promise<void> {
  const loaded = Object.entries(files).map(async ([file, load]) => {
    return [file.replace(/^.*\/|\.json$/g, ''), await load()] as const;
  });
  translations.set(locale, Object.fromEntries(await Promise.all(loaded)));
}

/** The messages of a namespace in a language; those that are not translated stay English. */
export function translationsIn<M extends Messages>(
  locale: string,
  namespace: string,
  english: M,
): Translator<M> {
  const key = `${locale}/${namespace}`;
  const translated = translations.get(locale)?.[namespace];
  const known = translators.get(key);
  if (known?.english === english && known.translated === translated) return known.t as Translator<M>;
  const t = createTranslator({ locale, messages: { ...english, ...translated } }) as Translator<M>;
  translators.set(key, { english, translated, t });
  return t;
}

/** The messages of a namespace in the page's language, for browser code outside React. */
export function getTranslations<M extends Messages>(namespace: string, english: M): Translator<M> {
  return translationsIn(pageLanguage(), namespace, english);
}
