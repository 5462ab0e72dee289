import type { Locator, Page } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { expect, test } from './fixtures.ts';
import { seeResults, seeToast } from './steps.ts';
import { demoShopper, ownName, stockProduct } from './stock.ts';
import { sweepUnless } from './viewports.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** What hides the keyboard focus: an element above the control, or a missing ring; '' if it is visible. */
const unseenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return '';
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()}> “${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    // A label represents a control that only screen readers see.
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
    const shown = focused.offsetWidth < 3 && label ? label : focused;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (top < -1 || (bottom > innerHeight + 1 && bottom - top < innerHeight / 2))
      return `${name(shown)} is outside the window`;
    const across = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    for (const down of [
      top + 3,
      (top + Math.min(bottom, innerHeight)) / 2,
      Math.min(bottom, innerHeight) - 3,
    ]) {
      const hit = document.elementFromPoint(across, down);
      const over = hit?.closest('nav, header, footer, [role=dialog], [role=region], form, main');
      if (hit && over && !over.contains(shown)) return `${name(over)} covers ${name(shown)}`;
    }
    const near = [shown, focused, ...(focused.parentElement?.querySelectorAll('*') ?? [])];
    const hasRing = [...near, ...(label?.querySelectorAll('*') ?? [])].some((element) =>
      [null, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      }),
    );
    return hasRing ? '' : `${name(shown)} has no ring`;
  });

/** Presses Tab until an element has the focus, and asserts that the focus is visible at each stop. */
async function tabInSight(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => unseenFocus(page)).toBe('');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard does not reach ${wanted}`);
}

for (const { id: brand, productsOptions } of presets) {
  // The steps after the cart are the same in every brand.
  const buys = brand === 'northblock';
  test(
    `a phone’s keyboard alone ${buys ? 'buys in' : 'fills a cart of'} ${brand}, with visible focus at every stop`,
    sweepUnless(buys),
    async ({ page, store, visit }) => {
      // The pop-up has a test of its own.
      await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
      const product = await stockProduct(store, {
        tenant_id: brand,
        name: ownName('Keys'),
        price: 140,
        stock: 5,
        ...(productsOptions.sizes && { size: '["M","L"]' }),
        ...(productsOptions.colors && { color: 'black, white' }),
      });
      const { keyboard } = page;
      const main = page.getByRole('main');
      await visit(brand);
      await keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await tabInSight(page, page.getByRole('banner').getByRole('button', { name: 'Open search' }));
      await keyboard.press('Enter');
      await expect(
        page.getByRole('banner').getByLabel('Search products').filter({ visible: true }),
      ).toBeFocused();
      await keyboard.type(product.name);
      await keyboard.press('Enter');
      await seeResults(page, product.name);
      await tabInSight(page, main.getByRole('link', { name: product.name, exact: true }));
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: product.name, exact: true })).toBeVisible();

      if (productsOptions.colors) {
        await tabInSight(page, main.getByRole('radio', { name: 'black' }));
        await keyboard.press('Space');
      }
      if (productsOptions.sizes) {
        await tabInSight(page, main.getByRole('radio', { name: 'M', exact: true }));
        await keyboard.press('ArrowRight');
        await expect(main.getByRole('radio', { name: 'L', exact: true })).toBeChecked();
      }
      await tabInSight(page, main.getByRole('button', { name: 'Add to cart', exact: true }));
      await keyboard.press('Enter');
      await seeToast(page, 'Item added to cart');
      await tabInSight(page, page.getByRole('link', { name: 'Cart, 1 item' }).filter({ visible: true }));
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/\/cart$/);
      await tabInSight(page, page.getByRole('link', { name: 'Checkout' }));
      if (!buys) return;
      await keyboard.press('Enter');

      await expect(page).toHaveURL(/\/signin/);
      const { email, password } = demoShopper(brand);
      await tabInSight(page, main.getByLabel('Email'));
      await keyboard.type(email);
      await tabInSight(page, main.getByLabel('Password', { exact: true }));
      await keyboard.type(password);
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/\/checkout$/);
      const wanted = page.getByRole('radio', { name: /Cash on delivery/ });
      await expect(wanted).toBeEnabled();
      // Tab stops once per radio group: at the checked radio, else the first.
      const group = page.locator(`input[name="${await wanted.getAttribute('name')}"]`);
      const chosen = page.locator(`input[name="${await wanted.getAttribute('name')}"]:checked`);
      await tabInSight(page, (await chosen.count()) > 0 ? chosen : group.first());
      await keyboard.press('Space');
      for (let turns = 0; turns < 5 && !(await wanted.isChecked()); turns += 1)
        await keyboard.press('ArrowDown');
      await expect(wanted).toBeChecked();
      await tabInSight(page, page.getByRole('button', { name: 'Place order' }));
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      await tabInSight(page, page.getByRole('link', { name: 'See your order' }));
    },
  );
}
