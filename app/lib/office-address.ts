import { type Language, pathInLanguage } from '#app/i18n/languages.ts';

/** The office of all stores in which a person works, in place of a store's id. No store can have this id. */
export const allStores = 'all';

/** Path prefix of the office of another store than the host's, below that of the language: `/stores/meeplehouse`. */
export function officePrefix(office: string | undefined): string {
  return office === undefined ? '' : `/stores/${office}`;
}

/**
 * Splits a path without language into the store of its office and the path that routes know:
 * `/stores/meeplehouse/admin/orders` becomes `meeplehouse` and `/admin/orders`. A query or hash stays.
 */
export function splitOffice(path: string): { office: string | undefined; path: string } {
  const [, office, rest = ''] = /^\/stores\/([a-z0-9-]+)(?=[/?#]|$)(.*)$/s.exec(path) ?? [];
  return office === undefined ? { office, path } : { office, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Whether a path without language and office is that of an office page. */
export function isOfficePage(path: string): boolean {
  return /^\/admin(?=[/?#]|$)/.test(path);
}

/**
 * The address of a page in a store's office, such as `/stores/meeplehouse/admin/orders?order=…`, in that of all stores, or
 * of the host's store.
 */
export function officeAddress(office: string | undefined, path: string, language: Language): string {
  return pathInLanguage(officePrefix(office) + path, language);
}
