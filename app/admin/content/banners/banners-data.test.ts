import { expect, it } from 'vitest';
import { filledBanner } from './banner-form.ts';
import { deleteBanner, saveBanner } from './banners-data.ts';

it('M93 a banner without an id is neither saved nor deleted, in the spec’s words', async () => {
  await expect(deleteBanner('')).rejects.toThrow('Banner ID is required');
  await expect(saveBanner('', 1, filledBanner(null))).rejects.toThrow('Banner ID is required');
});
