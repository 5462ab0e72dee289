import { coveredElements } from './covered-elements.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { putInCart, signIn } from './steps.ts';
import { ownName, stockProduct } from './stock.ts';
import { phone, sweepUnless } from './viewports.ts';

test.use({ viewport: phone });

const pressed = 'main :is(button, input, select, textarea, summary, label), main a:not(article a)';

for (const brand of ['meeplehouse', 'inkthread', 'casecraft', 'northblock', 'duoworks']) {
  test(
    `on a phone no toast of ${brand} covers what is pressed next`,
    sweepUnless(brand === 'inkthread'),
    async ({ page, store, visit, watch, keepPicture }) => {
      watch.allow(/auth\/v1\/token|status of 400/);
      const product = await stockProduct(store, {
        tenant_id: brand,
        name: ownName('Piece under a toast'),
        price: 120,
        stock: 30,
        size: '["S","M","L"]',
      });
      const toast = page.getByRole('region', { name: /notifications/i }).getByRole('listitem');
      const coversNothing = async (title: string) => {
        // It stays for as long as somebody points at it.
        await toast.filter({ hasText: title }).hover();
        await expect.poll(() => coveredElements(toast, pressed)).toEqual([]);
        await keepPicture(`${brand}-toast-${title.replace(/\W+/g, '-')}-360`);
      };
      await visit(brand, `/product/${product.id}`);
      await putInCart(page);
      await coversNothing('Item added to cart');
      await visit(brand, '/signin?next=%2Fcheckout');
      const shopper = await enrol(store, brand, 'Quick Shopper');
      await signIn(page, { ...shopper, password: 'not-the-password' });
      await coversNothing('Sign in failed');
      await expect(page.getByRole('main').getByText('Email or password is not right.')).toHaveCount(0);
      await signIn(page, shopper);
      await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
      await coversNothing("You're all set");
    },
  );
}
