import { coveredElements } from './covered-elements.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { fillAddress, putInCart, signIn } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';
import { phone, sweepUnless } from './viewports.ts';

test.use({ viewport: phone });

// Three kinds of headers; toasts appear below them.
for (const brand of ['inkthread', 'meeplehouse', 'duoworks']) {
  test(
    `on a phone no toast of ${brand} covers the next control`,
    sweepUnless(brand === 'inkthread'),
    async ({ page, store, visit, visitAs, watch, keepPicture }) => {
      watch.allow(/auth\/v1\/token|status of 400/);
      const product = await stockProduct(store, {
        tenant_id: brand,
        name: ownName('Piece under a toast'),
        price: 120,
        stock: 30,
      });
      const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem');
      const coversNothing = async (title: string) => {
        // Hovering keeps the toast open.
        await toast.filter({ hasText: title }).hover();
        await expect.poll(() => coveredElements(toast)).toEqual([]);
        await keepPicture(`${brand}-toast-${title.replace(/\W+/g, '-')}-360`);
      };
      await visit(brand, '/signin?next=%2Fcheckout');
      const shopper = await enrol(store, brand, 'Quick Shopper');
      await signIn(page, { ...shopper, password: 'not-the-password' });
      await coversNothing('Sign in failed');
      await visit(brand, `/product/${product.id}`);
      await putInCart(page);
      const added = toast.filter({ hasText: 'Item added to cart' });
      await added.hover();
      const buttons = page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true });
      const box = await added.boundingBox();
      for (const button of await buttons.all()) {
        const { y, height } = (await button.boundingBox()) ?? { y: -1, height: 0 };
        expect(y + height <= (box?.y ?? 0) || y >= (box?.y ?? 0) + (box?.height ?? 0)).toBe(true);
      }
      await visitAs(shopper, brand, '/account/addresses');
      await page.getByRole('button', { name: 'Add an address' }).click();
      await fillAddress(page, 'Quick Shopper');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await coversNothing('Address saved');
    },
  );
}
