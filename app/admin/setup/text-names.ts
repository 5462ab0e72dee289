import type english from '#app/i18n/texts/en/admin-settings.json';
import type { Translator } from '#app/i18n/translations.ts';
import type { TextPlace } from '#app/store/readiness.ts';
import { brandTexts } from '../settings/brand/brand-form.ts';
import { settingsGroups } from '../settings/settings-groups.ts';

/** The name under which staff find a text of the store; a question is its own. */
export function nameOfText({ place, name }: TextPlace, t: Translator<typeof english>): string {
  const word = brandTexts.find((one) => one === name);
  const legal = settingsGroups.legal.find(({ path }) => path === name);
  const store = settingsGroups.store.find(({ path }) => path === name);
  if (place === 'brand' && word) return t(`brand_${word}`);
  if (place === 'legal' && legal) return t(`legal_${legal.path}`);
  if (place === 'store' && store) return t(`store_${store.path}`);
  return name;
}
