import { z } from 'zod';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import { shopTimeInput, shopTimeIso } from '../../kit/shop-time.ts';

type Key = 'titleMissing' | 'pictureMissing' | 'linkWrong' | 'windowWrong' | 'tooLong';
const message = (key: Key) => () => getTranslations('admin-banners', adminBannersMessages)(key);

const link = /^(https?:\/\/\S+|\/(?![/\\])\S*|)$/;

/** Schema of the banner form; times are `datetime-local` values in Cairo time. */
export const bannerForm = z
  .object({
    title: z
      .string()
      .trim()
      .min(1, { error: message('titleMissing') })
      .max(200, { error: message('tooLong') }),
    description: z
      .string()
      .trim()
      .max(2000, { error: message('tooLong') }),
    image: z.string().min(1, { error: message('pictureMissing') }),
    link: z
      .string()
      .trim()
      .max(2000, { error: message('tooLong') })
      .regex(link, { error: message('linkWrong') }),
    from: z.string(),
    to: z.string(),
    isActive: z.boolean(),
  })
  .refine(({ from, to }) => !from || !to || to > from, { error: message('windowWrong'), path: ['to'] });

export type BannerForm = z.output<typeof bannerForm>;

/** Returns the form values of a banner; empty for a new one. */
export function bannerFormValues(banner: Banner | null): BannerForm {
  return {
    title: banner?.title ?? '',
    description: banner?.description ?? '',
    image: banner?.image_url ?? '',
    link: banner?.link_url ?? '',
    from: shopTimeInput(banner?.start_date),
    to: shopTimeInput(banner?.end_date),
    isActive: banner?.is_active ?? true,
  };
}

/** Returns the columns that the form sets. */
export function bannerColumns({ title, description, image, link: address, from, to, isActive }: BannerForm) {
  return {
    title,
    description: description || null,
    image_url: image,
    link_url: address || null,
    start_date: shopTimeIso(from),
    end_date: shopTimeIso(to),
    is_active: isActive,
  };
}
