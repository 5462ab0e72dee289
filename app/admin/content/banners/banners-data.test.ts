import { expect, it } from 'vitest';
import { bannerFormValues } from './banner-form.ts';
import { deleteBanner, type StoredBanner, saveBanner } from './banners-data.ts';

const unsaved: StoredBanner = {
  id: '',
  title: '',
  description: '',
  image_url: '',
  link_url: '',
  position: 0,
  is_active: true,
  start_date: null,
  end_date: null,
  version: 1,
  created_at: '',
  translations: {},
};

it('a banner without an id is neither saved nor deleted, with an error that the id is required', async () => {
  await expect(deleteBanner(unsaved)).rejects.toThrow('Banner ID is required');
  await expect(saveBanner(unsaved, bannerFormValues(null))).rejects.toThrow('Banner ID is required');
});
