import { brands } from '../../app/brands/brands.ts';
import { paleControls } from './contrast.ts';
import { expect, test } from './fixtures.ts';
import { awake, putInCart } from './steps.ts';
import { demoPages } from './stock.ts';

for (const { id: brand, customization } of brands) {
  test(`every control of ${brand} is read and its focus is seen in either theme, also pointed at, pressed or switched off`, async ({
    page,
    store,
    visit,
  }) => {
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const { product } = await demoPages(store, brand);
    await visit(brand, product);
    await putInCart(page);
    const found: string[] = [];
    const paths = ['/', '/shop?sale=1', product, '/cart', '/signin'];
    for (const path of customization.enabled ? [...paths, '/customize'] : paths) {
      await visit(brand, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await awake(page);
      // Fields wake one after the other, and stand faded until then.
      await expect(page.locator('fieldset[role=none][disabled]')).toHaveCount(0);
      found.push(...(await paleControls(page)).map((line) => `${path}, ${line}`));
    }
    expect(found).toEqual([]);
  });
}
