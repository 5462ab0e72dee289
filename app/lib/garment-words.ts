import type { Messages } from '#app/i18n/languages.ts';
import designedGarmentMessages from '#app/i18n/messages/en/designed-garment.json' with { type: 'json' };
import garmentsMessages from '#app/i18n/messages/en/garments.json' with { type: 'json' };
import { getTranslations as getPageTranslations, type Translator } from '#app/i18n/translations.ts';

type Word = keyof typeof garmentsMessages;
const isWord = (name: string): name is Word => Object.hasOwn(garmentsMessages, name);

/** Returns the translator of a namespace in one language. */
export type GetTranslations = <M extends Messages>(namespace: string, messages: M) => Translator<M>;

/**
 * Translates the name of a garment type or garment color; other names stay.
 * @param getTranslations translators of a language other than the page's
 */
export function garmentWord(name: string, getTranslations: GetTranslations = getPageTranslations): string {
  return isWord(name) ? getTranslations('garments', garmentsMessages)(name) : name;
}

/**
 * The name of a garment that exists only in the designer, in carts and orders: "Custom Hoodie".
 * @param getTranslations translators of a language other than the page's
 */
export function designedGarmentName(
  garment: string,
  getTranslations: GetTranslations = getPageTranslations,
): string {
  const t = getTranslations('designed-garment', designedGarmentMessages);
  return t('name', { garment: garmentWord(garment, getTranslations) });
}
