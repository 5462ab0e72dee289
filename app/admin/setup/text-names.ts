import type english from '#app/i18n/texts/en/admin-settings.json';
import type { Translator } from '#app/i18n/translations.ts';
import { brandTextColumns } from '#app/store/brand-row.ts';
import type { TextPlace } from '#app/store/readiness.ts';

const settingsTexts = {
  legal: ['shippingReturns', 'terms'],
  store: ['description', 'footerDescription', 'seoDescription', 'seoKeywords'],
} as const;

/** The name under which staff find a text of the store; a question is its own. */
export function nameOfText({ place, name }: TextPlace, t: Translator<typeof english>): string {
  if (place === 'brand') {
    const column = brandTextColumns.find((one) => one === name);
    return column && column !== 'made_for_label' && column !== 'made_for_all' ? t(`brand_${column}`) : name;
  }
  if (place === 'legal') {
    const path = settingsTexts.legal.find((one) => one === name);
    return path ? t(`legal_${path}`) : name;
  }
  if (place === 'store') {
    const path = settingsTexts.store.find((one) => one === name);
    return path ? t(`store_${path}`) : name;
  }
  return name;
}
