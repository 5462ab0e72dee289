import { defaultLanguage, type Language, languages } from './languages.ts';
import { pageLanguage } from './page-language.ts';
import { fields } from './translated-row.ts';

/** The columns of a row that has a page of its own. */
type PageRow = { id?: unknown; page_slugs?: unknown };

/**
 * The part of a row's address that names it in a language (by default the page's): its slug, that of the default
 * language while it has no name of its own, or the id of a row whose name has no letters (docs/product.md, Addresses).
 */
export function slugOf({ id, page_slugs }: PageRow, language: Language = pageLanguage()): string {
  const slugs = fields(page_slugs);
  return String(slugs[language] || slugs[defaultLanguage] || id || '');
}

/** The slugs of a row by language. */
export function slugsOf(row: PageRow): Record<Language, string> {
  const slugs = languages.map((language) => [language, slugOf(row, language)]);
  return Object.fromEntries(slugs) as Record<Language, string>;
}
