import { brands } from '../../app/brands/brands.ts';
import { examine } from './axe.ts';
import { expectToFitEverywhere } from './expect-to-fit.ts';
import { expect, test } from './fixtures.ts';
import { putInCart, signIn } from './steps.ts';
import { demoPages, demoShopper } from './stock.ts';

/** Pages without parameters that everybody may open. */
const open = [
  '/',
  '/shop',
  '/shop?search=zzqqxx',
  '/categories',
  '/deals',
  '/cart',
  '/contact',
  '/faq',
  '/signin',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/welcome',
  '/auth/callback',
];
const personal = ['/checkout', '/account', '/account/addresses', '/account/orders', '/account/wishlist'];
/** Stores whose personal pages are looked at too: theirs have all there is, points and designs. */
const personalIn = ['inkthread', 'meeplehouse'];

for (const { id: brand, customization } of brands) {
  test(`axe finds nothing on any public page of ${brand}, light or dark, and all of it fits every width`, async ({
    page,
    store,
    visit,
    watch,
  }) => {
    watch.allow(/status of 404|answer 404/);
    // A picture that was fetched ahead for one width is not shown when the window gets another.
    watch.allow(/preloaded using link preload/);
    const found: string[] = [];
    const look = async (path: string, status = 200) => {
      expect(await visit(brand, path), path).toBe(status);
      found.push(...(await examine(page, path)));
      await expectToFitEverywhere(page, path);
    };
    for (const path of open) await look(path);
    await look('/a-path-that-leads-nowhere', 404);
    if (customization.enabled) await look('/customize');
    const demo = await demoPages(store, brand);
    await look(demo.category);
    await look(demo.product);
    await putInCart(page);
    await look('/cart');
    if (personalIn.includes(brand)) {
      await visit(brand, '/signin');
      await signIn(page, demoShopper(brand));
      await expect(page).toHaveURL(/localhost:\d+\/$/);
      for (const path of personal) await look(path);
      await look(`/account/orders/${demo.order}`);
      await look(`/order-confirmation?order=${demo.order}`);
    }
    expect(found).toEqual([]);
  });
}
