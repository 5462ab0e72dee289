import type { Page } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { pictureWidths } from '../../app/lib/picture-address.ts';
import { expect, test } from './fixtures.ts';
import { hydrated, seeToast } from './steps.ts';
import { demoPages, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const inCart = (page: Page, count: string) =>
  page.getByRole('link', { name: `Cart, ${count}` }).filter({ visible: true });

atViewport(phone, () => {
  test('price and button are in a product’s first screen, a double click adds one, and only a toast says so', async ({
    page,
    store,
    visit,
  }) => {
    const name = ownName('Quick case');
    const product = await stockProduct(store, {
      tenant_id: 'casecraft',
      name,
      price: 137.25,
      stock: 9,
      description: 'One line about it.',
    });
    await visit('casecraft', `/product/${product.id}`);
    await hydrated(page);
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
    const [toastBox, button] = await Promise.all([toast.boundingBox(), buy.boundingBox()]);
    expect(toastBox?.height ?? 0, 'a small part of the screen').toBeLessThan(phone.height / 4);
    expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0), 'above the button').toBeLessThanOrEqual(
      button?.y ?? 0,
    );
    // Adding it again, deliberately, after the first confirmation.
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

test.describe('on a phone with a pixel ratio of 2', () => {
  test.use({ viewport: phone, deviceScaleFactor: 2 });

  test('pictures of cards and products load no wider than displayed, in every brand', async ({
    page,
    store,
    visit,
  }) => {
    for (const { id: brand } of presets) {
      for (const path of ['/shop', (await demoPages(store, brand)).product]) {
        await visit(brand, path);
        const picture = page.getByRole('main').locator('img').first();
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toBe('');
        const { loaded, shown } = await picture.evaluate((image: HTMLImageElement) => ({
          loaded: Number(new URL(image.currentSrc).searchParams.get('w')),
          shown: image.getBoundingClientRect().width * devicePixelRatio,
        }));
        const enough = pictureWidths.find((width) => width >= shown);
        expect(loaded, `${path} of ${brand}`).toBeLessThanOrEqual(enough ?? 0);
      }
    }
  });
});
