import { isLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { browserStorage } from './browser-storage.ts';

const stored = browserStorage('souk-language');

/** The language chosen in this browser; null before a choice. */
export function chosenLanguage(): Language | null {
  const choice = stored.read();
  return isLanguage(choice) ? choice : null;
}

export function chooseLanguage(language: Language): void {
  stored.write(language);
}

/** The person's language: the chosen one, else the first of the browser's languages that the stores have. */
export function preferredLanguage(): Language | null {
  const preferred = navigator.languages.map((locale) => locale.slice(0, 2).toLowerCase()).find(isLanguage);
  return chosenLanguage() ?? preferred ?? null;
}

/** The other of the two languages. */
export function otherLanguage(language: Language): Language {
  return languages.find((one) => one !== language) ?? language;
}
