import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { awake, putInCart, seeToast } from './steps.ts';
import { demoPages, ownName, stockProduct } from './stock.ts';
import { desk, inWindow, phone } from './windows.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const inCart = (page: Page, count: string) =>
  page.getByRole('link', { name: `Cart, ${count}` }).filter({ visible: true });

inWindow(phone, () => {
  test('price and button are in the first screen of a product, two quick clicks add one, and a toast alone says so', async ({
    page,
    store,
    visit,
  }) => {
    const name = ownName('Quick case');
    const product = await stockProduct(store, {
      ...{ tenant_id: 'casecraft', name, price: 137.25, stock: 9 },
      description: 'One line about it.',
    });
    await visit('casecraft', `/product/${product.id}`);
    await awake(page);
    const buy = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
    await expect(buy).toHaveCount(1);
    await expect(buy).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByText('137.25 EGP').last()).toBeInViewport({ ratio: 1 });
    await page.getByRole('heading', { name: 'Description' }).scrollIntoViewIfNeeded();
    await expect(buy).toBeInViewport({ ratio: 1 });

    await buy.dblclick();
    await seeToast(page, 'Item added to cart');
    await expect(inCart(page, '1 item')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    const [said, button] = await Promise.all([toast.boundingBox(), buy.boundingBox()]);
    expect(said?.height ?? 0, 'a small part of the screen').toBeLessThan(phone.height / 4);
    expect((said?.y ?? 0) + (said?.height ?? 0), 'above the button').toBeLessThanOrEqual(button?.y ?? 0);
    // It is asked for again on purpose, once it was seen that it was done.
    await buy.click();
    await seeToast(page, 'Cart updated');
    await expect(inCart(page, '2 items')).toBeVisible();

    await visit('casecraft', `/shop?search=${encodeURIComponent(name)}`);
    const quick = page.getByRole('button', { name: `Add to cart: ${name}` });
    await quick.dblclick();
    await expect(inCart(page, '3 items')).toBeVisible();
    await expect(quick).toBeEnabled();
    await expect(inCart(page, '3 items')).toBeVisible();
  });
});

/** What of a page lies under something that floats over it, of all that has to be seen or pressed. */
const covered = (floating: Locator): Promise<string[]> =>
  floating.evaluate((button) => {
    if (!button.checkVisibility({ opacityProperty: true })) return [];
    const own = button.getBoundingClientRect();
    const under = document.querySelectorAll(
      'main :is([data-amount], button, input, select, textarea, summary), main a:not(article a), footer :is(a, button)',
    );
    return [...under]
      .filter((element) => element.checkVisibility({ opacityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      })
      .map((element) => `${element.tagName} ${element.textContent}`);
  });

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
            .poll(() => covered(floating), { message: `${path} at ${window.width}, ${y}` })
            .toEqual([]);
        }
      }
    }
  });
}
