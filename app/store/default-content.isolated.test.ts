import { expect, it, vi } from 'vitest';

// As in the Arabic build of the back office.
vi.stubGlobal('BUILD_LANGUAGE', 'ar');

const { presets } = await import('#app/brands/presets.ts');
const { defaultLegalTexts } = await import('./default-content.ts');
const { arabicLegalTexts } = await import('./default-content-arabic.ts');

it('the English texts are English in an Arabic back office too', () => {
  for (const brand of presets) {
    expect(defaultLegalTexts(brand).shippingReturns).toContain(
      `costs ${brand.shipping.defaultShippingFee} EGP `,
    );
    expect(arabicLegalTexts(brand).shippingReturns).toContain(`${brand.shipping.defaultShippingFee} ج.م `);
  }
});
