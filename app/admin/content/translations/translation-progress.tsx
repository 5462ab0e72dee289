import { href, Link } from 'react-router';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { Badge } from '#app/ui/badge.tsx';
import type { TranslationCounts } from './count-translations.ts';

/** Pages that list or edit the untranslated texts of a kind. */
const places: Record<keyof TranslationCounts, string> = {
  products: `${href('/admin/products')}?show=untranslated`,
  options: href('/admin/products'),
  categories: `${href('/admin/products')}?tab=categories&show=untranslated`,
  attributes: `${href('/admin/products')}?tab=attributes&show=untranslated`,
  banners: `${href('/admin/content')}?tab=banners&show=untranslated`,
  faq: `${href('/admin/content')}?tab=faq&show=untranslated`,
  codes: `${href('/admin/content')}?tab=codes&show=untranslated`,
  brand: `${href('/admin/settings')}?tab=brand`,
  legal: `${href('/admin/content')}?tab=legal`,
  store: `${href('/admin/settings')}?tab=store`,
  contact: `${href('/admin/settings')}?tab=contact`,
  invoicing: `${href('/admin/settings')}?tab=invoicing`,
};

const kinds = [
  'products',
  'options',
  'categories',
  'attributes',
  'banners',
  'faq',
  'codes',
  'brand',
  'legal',
  'store',
  'contact',
  'invoicing',
] as const satisfies readonly (keyof TranslationCounts)[];

/** How many of the texts that shoppers read are translated, with links to the others. */
export function TranslationProgress({ counts }: { counts: TranslationCounts }) {
  const t = adminContentTexts();
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-ink-soft">{t('translationsLead')}</p>
      <ul className="divide-y rounded-card border bg-surface">
        {kinds.map((kind) => {
          const { all, lacking } = counts[kind];
          return (
            <li
              key={kind}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
            >
              {lacking > 0 ? (
                <Link to={places[kind]} className="flex min-h-11 items-center text-link underline">
                  {t(`translated_${kind}`)}
                </Link>
              ) : (
                <span>{t(`translated_${kind}`)}</span>
              )}
              {lacking > 0 ? (
                <Badge tone="warning">{t('translationsLeft', { lacking, all })}</Badge>
              ) : (
                <span className="text-ink-soft text-sm">{t('translationsDone')}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
