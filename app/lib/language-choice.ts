import { isLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { browserStorage } from './browser-storage.ts';

const stored = browserStorage('souk-language');

/** The language that somebody has chosen in this browser; null before they chose one. */
export function chosenLanguage(): Language | null {
  const choice = stored.read();
  return isLanguage(choice) ? choice : null;
}

export function chooseLanguage(language: Language): void {
  stored.write(language);
}

/** The language that this browser's person reads: the chosen one, else the first of the browser's that stores have. */
export function preferredLanguage(): Language | null {
  const preferred = navigator.languages.map((locale) => locale.slice(0, 2).toLowerCase()).find(isLanguage);
  return chosenLanguage() ?? preferred ?? null;
}

/** The language besides this one. */
export function otherLanguage(language: Language): Language {
  return languages.find((one) => one !== language) ?? language;
}
