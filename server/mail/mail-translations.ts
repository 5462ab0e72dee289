import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withIsolatedArgumentsIn } from '../../app/i18n/isolation.ts';
import type { Language, Texts } from '../../app/i18n/languages.ts';
import { directionOf } from '../../app/i18n/page-language.ts';
import { makeTranslator, type Translator } from '../../app/i18n/translations.ts';

const folder = join(import.meta.dirname, '../../app/i18n/texts');

/** The texts of a namespace in a language; missing translations fall back to English. */
export function mailTexts<M extends Texts>(language: Language, namespace: string, english: M): M {
  const file = join(folder, language, `${namespace}.json`);
  const translated: Partial<M> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return { ...english, ...translated };
}

/** Translator of a namespace for mails; missing translations fall back to English, and a store's `own` texts come first. */
export function mailTranslations<M extends Texts>(
  language: Language,
  namespace: string,
  english: M,
  own: Partial<M> = {},
): Translator<M> {
  const texts: M = { ...mailTexts(language, namespace, english), ...own };
  return makeTranslator(language, directionOf(language) === 'rtl' ? withIsolatedArgumentsIn(texts) : texts);
}
