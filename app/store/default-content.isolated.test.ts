import { expect, it, vi } from 'vitest';

// As in the Arabic build of the back office.
vi.stubGlobal('BUILD_LANGUAGE', 'ar');

const { presets } = await import('#app/brands/presets.ts');
const { brandFacts } = await import('./facts.ts');
const { factTexts } = await import('./fact-texts.ts');

it('English facts are English in an Arabic back office too', () => {
  for (const brand of presets) {
    const facts = brandFacts(brand);
    expect(factTexts(facts).en.delivery).toContain(`costs ${brand.shipping.defaultShippingFee} EGP `);
    expect(factTexts(facts).ar.delivery).toContain(`${brand.shipping.defaultShippingFee} ج.م `);
  }
});
