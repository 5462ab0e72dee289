import { z } from 'zod';
import { adminBannersTexts } from '#app/i18n/texts/admin-banners.ts';
import type englishAdminBanners from '#app/i18n/texts/en/admin-banners.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import type { Json } from '#app/lib/database.types.ts';
import { limitedText } from '#app/lib/text-schemas.ts';
import { translatedValues, translationsColumn, withTranslations } from '../../ui/edit/translated-texts.ts';
import { shopTimeInput, shopTimeIso } from '../../ui/shop-time.ts';

const message = (key: PlainKey<typeof englishAdminBanners>) => () => adminBannersTexts()(key);

const textUpTo = (length: number) => limitedText(length, message('tooLong'));
const linkPattern = /^(https?:\/\/\S+|\/(?![/\\])\S*|)$/;

/** Translated texts of a banner. */
export const bannerTexts = ['title', 'description'] as const;

/** Schema of the banner form; times are `datetime-local` values in Cairo time. */
export const bannerForm = z
  .object({
    ...withTranslations({
      title: textUpTo(200).min(1, { error: message('titleMissing') }),
      description: textUpTo(2000),
    }),
    image: z.string().min(1, { error: message('pictureMissing') }),
    link: textUpTo(2000).regex(linkPattern, { error: message('linkWrong') }),
    from: z.string(),
    to: z.string(),
    isActive: z.boolean(),
  })
  .refine(({ from, to }) => !from || !to || to > from, { error: message('windowWrong'), path: ['to'] });

type TranslatedBanner = Banner & { translations?: Json };

export type BannerForm = z.output<typeof bannerForm>;

/** Returns the form values of a banner; empty for a new one. */
export function bannerFormValues(banner: TranslatedBanner | null): BannerForm {
  return {
    ...translatedValues(bannerTexts, banner?.translations),
    title: banner?.title ?? '',
    description: banner?.description ?? '',
    image: banner?.image_url ?? '',
    link: banner?.link_url ?? '',
    from: shopTimeInput(banner?.start_date),
    to: shopTimeInput(banner?.end_date),
    isActive: banner?.is_active ?? true,
  };
}

/** Returns the columns that the form changes in a stored banner. */
export function bannerColumns(form: BannerForm, stored: TranslatedBanner | null) {
  const { title, description, image, link, from, to, isActive } = form;
  return {
    translations: translationsColumn(bannerTexts, form, stored?.translations),
    title,
    description: description || null,
    image_url: image,
    link_url: link || null,
    start_date: shopTimeIso(from),
    end_date: shopTimeIso(to),
    is_active: isActive,
  };
}
