import { adminWorkTexts } from '#app/i18n/texts/admin-work.ts';
import type { Choice } from '../list/choices.tsx';
import { whoseWork } from './whose.ts';

/** The filter of a list by who works on its rows. */
export function whoseChoice(): Choice {
  const t = adminWorkTexts();
  return {
    name: 'whose',
    label: t('whose'),
    options: whoseWork.map((value) => ({ value, label: t(`whose_${value || 'all'}`) })),
  };
}
