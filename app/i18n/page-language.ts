import { defaultLanguage, type Language, pathInLanguage } from './languages.ts';

/**
 * The language that the build is made for (vite.config.ts). Code outside a build, such as mails, names languages
 * explicitly.
 */
declare const BUILD_LANGUAGE: Language | undefined;

const buildLanguage = typeof BUILD_LANGUAGE === 'undefined' ? defaultLanguage : BUILD_LANGUAGE;

/** Text direction of a language. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** The language of the page and its messages. Browser translators overwrite `lang`, but not this. */
export function pageLanguage(): Language {
  return buildLanguage;
}

/** A path of the store in the page's language, for requests and links that do not go through the router. */
export function pathInPageLanguage(path: string): string {
  return pathInLanguage(path, buildLanguage);
}
