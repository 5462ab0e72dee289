import type { Texts } from '#app/i18n/languages.ts';
import englishDesignedGarment from '#app/i18n/texts/en/designed-garment.json' with { type: 'json' };
import englishGarments from '#app/i18n/texts/en/garments.json' with { type: 'json' };
import { getTranslations as getPageTranslations, type Translator } from '#app/i18n/translations.ts';

type Word = keyof typeof englishGarments;
const isWord = (name: string): name is Word => Object.hasOwn(englishGarments, name);

/** Returns the translator of a namespace in one language. */
export type GetTranslations = <M extends Texts>(namespace: string, texts: M) => Translator<M>;

/**
 * Translates the name of a garment type or garment color; other names stay.
 * @param getTranslations translators of a language other than the page's
 */
export function garmentWord(name: string, getTranslations: GetTranslations = getPageTranslations): string {
  return isWord(name) ? getTranslations('garments', englishGarments)(name) : name;
}

/**
 * The name of a garment that exists only in the designer, in carts and orders: "Custom Hoodie".
 * @param getTranslations translators of a language other than the page's
 */
export function designedGarmentName(
  garment: string,
  getTranslations: GetTranslations = getPageTranslations,
): string {
  const t = getTranslations('designed-garment', englishDesignedGarment);
  return t('name', { garment: garmentWord(garment, getTranslations) });
}
