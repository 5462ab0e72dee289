import { examine } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const brand = 'northblock';

atViewport(phone, () => {
  test(`axe finds nothing in the dialogs of ${brand}’s shopper pages, light or dark`, async ({
    page,
    store,
    visit,
    visitAs,
    keepPicture,
  }) => {
    const found: string[] = [];
    const dialog = page.getByRole('dialog');
    const look = async (what: string) => {
      await expect(dialog).toBeVisible();
      found.push(...(await examine(page, what)));
      await keepPicture(`${brand}-${what.replaceAll(' ', '-')}-dark-360`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    const shirt = await stockProduct(store, {
      tenant_id: brand,
      name: ownName('Shirt'),
      price: 80,
      stock: 20,
      size: '["M","L"]',
    });
    const shopper = await enrol(store, brand, 'Omar Nabil');
    const lines = [{ product_id: shirt.id, quantity: 1, size: 'M' }];
    const delivered = await orderFor(store, brand, shopper, lines);
    for (const status of ['confirmed', 'in_production', 'shipped', 'delivered'] as const)
      await delivered.move(status);
    const fresh = await orderFor(store, brand, shopper, lines);

    await visitAs(shopper, brand, `/account/orders/${delivered.id}`);
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Say what is wrong with the order.')).toBeVisible();
    await look('report');
    await page.getByRole('button', { name: 'Another size' }).click();
    await dialog.getByRole('button', { name: /^Order for/ }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await look('another size');
    await visit(brand, `/account/orders/${fresh.id}`);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await look('cancel');
    await visit(brand, '/account/addresses');
    await page.getByRole('button', { name: 'Add an address' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Governorate')).toHaveAttribute('aria-invalid', 'true');
    await look('address');
    await visit(brand, '/customize');
    await page.getByRole('button', { name: 'Size chart' }).click();
    await look('size chart');
    expect(found).toEqual([]);
  });
});
