/** Texts of one namespace by key, in ICU MessageFormat. */
export type Texts = Readonly<Record<string, string>>;

/** The stores' languages. URLs without a language are in the first one. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = 'en' satisfies Language;

/** Facts about a language, in the language itself. */
export const languageFacts: Record<
  Language,
  {
    name: string;
    /** The name in one or two letters. */
    letters: string;
    /** Asks a reader of this language, on a page in another one, whether to switch. */
    offer: string;
    /** Locale of dates and lists. Digits are Western in all languages, as Egyptian shops print them. */
    locale: string;
    numberLocale: string;
    openGraph: string;
  }
> = {
  en: {
    name: 'English',
    letters: 'EN',
    offer: 'Browse in English?',
    locale: 'en-GB',
    numberLocale: 'en-US',
    openGraph: 'en_GB',
  },
  ar: {
    name: 'العربية',
    letters: 'ع',
    offer: 'التصفح بالعربية؟',
    locale: 'ar-EG-u-nu-latn',
    numberLocale: 'ar-EG-u-nu-latn',
    openGraph: 'ar_EG',
  },
};

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Path prefix of a language: `/ar`, or nothing for the default language. */
export function languagePrefix(language: Language): string {
  return language === defaultLanguage ? '' : `/${language}`;
}

/** A path of the store, such as `/shop?page=2`, in a language: `/ar/shop?page=2`. */
export function pathInLanguage(path: string, language: Language): string {
  const prefix = languagePrefix(language);
  return prefix && /^\/(?:[?#]|$)/.test(path) ? prefix + path.slice(1) : prefix + path;
}

/** Splits a path into its language and the path that routes know. A query or hash stays. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(?=[/?#]|$)(.*)$/s.exec(path) ?? [];
  if (!isLanguage(code) || code === defaultLanguage) return { language: defaultLanguage, path };
  return { language: code, path: rest.startsWith('/') ? rest : `/${rest}` };
}
