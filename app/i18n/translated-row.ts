import type { Language } from './languages.ts';
import { pageLanguage } from './page-language.ts';

/** Reads an object of unknown shape; empty for anything else. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A row's translation into a language, by column name. */
export function translationOf(
  translations: unknown,
  language: Language = pageLanguage(),
): Record<string, unknown> {
  return fields(fields(translations)[language]);
}

/**
 * A row with its texts in a language (by default the page's) where they are translated: whole fields, never half of
 * one. Its `translations` are dropped, so that a page carries one language.
 */
export function translatedRow<Row extends object>(
  row: Row,
  language: Language = pageLanguage(),
): Omit<Row, 'translations'> {
  const { translations, ...own } = row as Row & { translations?: unknown };
  const said = Object.entries(translationOf(translations, language)).filter(
    ([name, text]) => name in own && typeof text === 'string' && text !== '',
  );
  return { ...own, ...Object.fromEntries(said) };
}

/** The translations of an array column's texts, by original text. */
export function translatedWords(
  translations: unknown,
  column: string,
  language: Language = pageLanguage(),
): Record<string, string> {
  const words = Object.entries(fields(translationOf(translations, language)[column]));
  return Object.fromEntries(words.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
