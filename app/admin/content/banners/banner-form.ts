import { z } from 'zod';
import adminBannersMessages from '#app/i18n/messages/en/admin-banners.json';
import { getTranslations } from '#app/i18n/translations.ts';
import type { Banner } from '#app/landing/banners/banner.ts';
import { shopTimeInput, shopTimeIso } from '../../kit/shop-time.ts';

type Key = 'titleMissing' | 'pictureMissing' | 'linkWrong' | 'windowWrong' | 'tooLong';
const say = (key: Key) => () => getTranslations('admin-banners', adminBannersMessages)(key);

const link = /^(https?:\/\/\S+|\/(?![/\\])\S*|)$/;

/** What staff enter about a banner; times as `datetime-local` controls hold them, on Cairo's clock. */
export const bannerForm = z
  .object({
    title: z
      .string()
      .trim()
      .min(1, { error: say('titleMissing') })
      .max(200, { error: say('tooLong') }),
    description: z
      .string()
      .trim()
      .max(2000, { error: say('tooLong') }),
    image: z.string().min(1, { error: say('pictureMissing') }),
    link: z
      .string()
      .trim()
      .max(2000, { error: say('tooLong') })
      .regex(link, { error: say('linkWrong') }),
    from: z.string(),
    to: z.string(),
    isActive: z.boolean(),
  })
  .refine(({ from, to }) => !from || !to || to > from, { error: say('windowWrong'), path: ['to'] });

export type BannerForm = z.output<typeof bannerForm>;

/** The form of a banner as it is stored; an empty one for a new banner. */
export function filledBanner(banner: Banner | null): BannerForm {
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

/** The columns of a banner's row that the form decides. */
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
