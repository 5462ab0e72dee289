import { presets } from '../../app/brands/presets.ts';
import { test } from './fixtures.ts';
import { expectStillWithLateFonts } from './late-fonts.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { phone } from './viewports.ts';

test.use({ viewport: { ...phone, width: 412 } });

for (const { id: brand } of presets) {
  test(`nothing shifts in ${brand} on a larger phone when its fonts load after the first paint`, async ({
    page,
    visit,
  }) => {
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const shifted = await recordLayoutShifts(page);
    for (const path of ['/', '/cart', '/account', '/ar', '/ar/cart', '/ar/shop'])
      await expectStillWithLateFonts(page, shifted, path, () => visit(brand, path));
  });
}
