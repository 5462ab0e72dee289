import type { Brand } from '../../app/brands/brand.ts';
import type { Language } from '../../app/i18n/languages.ts';

const office = /^\/admin(?:[/?#.]|$)/;

/**
 * The language in which a page of a store is shown: the wanted one, or the store's only one. The back office has all
 * (docs/product.md, Stores).
 * @param path the page's path without its language
 */
export function languageOfPage(
  { onlyLanguage }: Pick<Brand, 'onlyLanguage'>,
  path: string,
  wanted: Language,
): Language {
  return onlyLanguage && !office.test(path) ? onlyLanguage : wanted;
}
