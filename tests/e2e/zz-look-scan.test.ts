import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { hire, ownName, stockProduct } from './stock.ts';

test('look', async ({ page, store, visitAs }) => {
  test.setTimeout(400_000);
  const brand = 'duoworks';
  const buyer = await enrol(store, brand, ownName('Salma'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 150, stock: 100 });
  const one = await orderFor(store, brand, buyer, [{ product_id: cap.id, quantity: 2 }]);
  const two = await orderFor(store, brand, buyer, [{ product_id: cap.id, quantity: 3 }]);
  await one.move('confirmed');
  await two.move('confirmed');
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders/scan?work=pack');
  const code = page.locator('form').getByRole('textbox').first();
  const shot = (name: string) => page.screenshot({ path: `/tmp/look-scan-${name}.png`, fullPage: true });
  for (const [name, width] of [
    ['wide', 1280],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 850 });
    for (const lang of ['', '/ar']) {
      const tag = `${name}${lang.replace('/', '-')}`;
      await page.goto(new URL(`${lang}/admin/orders/scan?work=pack`, page.url()).href);
      await code.fill(one.number);
      await code.press('Enter');
      await expect(page.getByText(cap.name).first()).toBeVisible();
      await shot(`pack-${tag}`);
      await page.goto(new URL(`${lang}/admin/orders/scan?work=hand_over`, page.url()).href);
      await code.fill('NOPE-1');
      await code.press('Enter');
      await expect(page.getByText('NOPE-1')).toBeVisible();
      await shot(`hand-${tag}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 850 });
  for (const kind of ['pick', 'slip', 'label']) {
    await page.goto(new URL(`/admin/orders?order=${one.id},${two.id}&print=${kind}`, page.url()).href);
    await expect(page.getByRole('article').first()).toBeVisible();
    await shot(kind);
  }
});
