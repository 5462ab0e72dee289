import type { Language } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { foldText } from '#app/lib/folded-text.ts';

/** A district with its names in both languages. */
export interface NamedDistrict {
  governorate: string;
  name: string;
  name_ar: string;
}

const lettersOf: Record<Language, RegExp> = { en: /\p{Script=Latin}/u, ar: /\p{Script=Arabic}/u };

/** Whether a text is in the language's script, so that its readers can read it as typed. */
const isReadIn = (text: string, language: Language = pageLanguage()): boolean =>
  lettersOf[language].test(text);

/** An address's city by its name in a language if it is a known district; else as typed. */
export function placeIn(
  districts: readonly NamedDistrict[],
  { city, governorate }: { city: string; governorate: string },
  language: Language = pageLanguage(),
): string {
  if (isReadIn(city, language)) return city;
  const typed = foldText(city).trim();
  const known = districts.find(
    (district) =>
      district.governorate === governorate &&
      [district.name, district.name_ar].some((name) => foldText(name) === typed),
  );
  if (!known) return city;
  return language === 'ar' ? known.name_ar : known.name;
}

const labels = {
  home: ['home', 'house', 'البيت', 'بيت', 'المنزل', 'منزل'],
  work: ['work', 'office', 'العمل', 'الشغل', 'المكتب', 'مكتب'],
} as const;

/** The kind of an address whose label is a usual word in another language's script; undefined for other labels. */
export function usualLabel(label: string, language: Language = pageLanguage()): 'home' | 'work' | undefined {
  if (isReadIn(label, language)) return undefined;
  const typed = foldText(label).trim();
  if (labels.home.some((word) => foldText(word) === typed)) return 'home';
  return labels.work.some((word) => foldText(word) === typed) ? 'work' : undefined;
}
