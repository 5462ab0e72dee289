import { coveredElements } from './covered-elements.ts';
import { expect, test } from './fixtures.ts';
import { awake, putInCart } from './steps.ts';
import { demoPages } from './stock.ts';
import { desk, phone } from './viewports.ts';

for (const [brand, name] of [
  ['meeplehouse', 'Play'],
  ['duoworks', 'Chat with us'],
] as const) {
  test(`“${name}” of ${brand} never covers a price, a total or a button`, async ({
    page,
    store,
    visit,
    watch,
  }) => {
    // A picture that was fetched ahead for one width is not shown when the window gets another.
    watch.allow(/preloaded using link preload/);
    await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
    const { product } = await demoPages(store, brand);
    await visit(brand, product);
    await putInCart(page);
    const floating = page.getByRole('button', { name, exact: true });
    for (const path of ['/shop', product, '/cart', '/']) {
      await visit(brand, path);
      await awake(page);
      await page.setViewportSize(phone);
      const [own, bar] = await Promise.all([
        floating.boundingBox(),
        page.getByRole('navigation', { name: 'Quick access' }).boundingBox(),
      ]);
      expect(own && bar && own.y >= bar.y, `${path}: within the bar`).toBe(true);
      for (const entry of await page
        .getByRole('navigation', { name: 'Quick access' })
        .locator('a, button')
        .all()) {
        const box = await entry.boundingBox();
        const apart = own && box && (box.x >= own.x + own.width || box.x + box.width <= own.x);
        expect(apart, `${path}: beside ${await entry.textContent()}`).toBe(true);
      }
      for (const window of [{ ...desk, width: 800 }, desk]) {
        await page.setViewportSize(window);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        for (let y = 0; y < height; y += 130) {
          await page.evaluate((top) => scrollTo(0, top), y);
          await expect
            .poll(() => coveredElements(floating), { message: `${path} at ${window.width}, ${y}` })
            .toEqual([]);
        }
      }
    }
  });
}
