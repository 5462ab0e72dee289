import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { photo } from './photo.ts';
import { seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, desk } from './viewports.ts';

const BRAND = 'duoworks';

atViewport(desk, () => {
  test('a transfer proof is rejected with a reason and sent again, and the money is found by its amount in two parts', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, somebodyElse, keepPicture }) => {
    const print = await stockProduct(store, {
      tenant_id: BRAND,
      name: ownName('Transferred print'),
      price: 612.35,
      stock: 5,
    });
    const shopper = await enrol(store, BRAND, ownName('Mona'));
    const lines = [{ product_id: print.id, quantity: 1 }];
    const { id, number } = await orderFor(store, BRAND, shopper, lines, 'bank_transfer');
    const other = await orderFor(
      store,
      BRAND,
      await enrol(store, BRAND, ownName('Karim')),
      [{ product_id: print.id, quantity: 2 }],
      'bank_transfer',
    );
    await visitAs(shopper, BRAND, `/account/orders/${id}`);
    const transfer = page.getByRole('region', { name: 'Pay by bank transfer' });
    await expect(transfer).toContainText('Transfer 612.35 EGP and give this order number as the reference:');
    const dialog = page.getByRole('dialog');
    const prove = async (name: string) => {
      await transfer.getByRole('button', { name: 'Send proof of the transfer' }).click();
      await dialog.getByLabel(/^Photos/).setInputFiles(await photo(name, '#3b4a8f'));
      await dialog.getByLabel('Name or number that you transferred from').fill('Mona A., 0100 123 4567');
      await keepPicture('duoworks-proof-1280');
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await seeToast(page, 'Thank you', 'We look for your transfer');
    };
    await transfer.getByRole('button', { name: 'Send proof of the transfer' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose a picture of the transfer.');
    await page.keyboard.press('Escape');
    await prove('blurred.jpg');
    await expect(transfer.getByRole('status')).toContainText('We have your picture');

    const back = await somebodyElse();
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/orders/transfers', back);
    const awaited = (of: string) => back.getByRole('main').getByRole('listitem').filter({ hasText: of });
    await expect(awaited(other.number)).toContainText('No proof was sent.');
    const search = back.getByLabel('Amount or order number');
    await search.fill('612.36');
    await expect(awaited(number)).toHaveCount(0);
    await search.fill('612.35');
    await expect(awaited(other.number)).toHaveCount(0);
    await expect(awaited(number)).toContainText('Mona A., 0100 123 4567');
    await awaited(number).getByRole('button', { name: 'Enlarge photo 1 of 1' }).click();
    await expect(back.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 1200);
    await back.keyboard.press('Escape');
    await keepPicture('duoworks-transfers-1280', back);
    await awaited(number).getByRole('button', { name: 'Refuse the proof' }).click();
    await expect(awaited(number).getByRole('alert')).toHaveText(
      'Say why, so that the customer knows what to do.',
    );
    await awaited(number).getByLabel(`Reason to refuse the proof of ${number}`).fill('It cannot be read');
    await awaited(number).getByRole('button', { name: 'Refuse the proof' }).click();
    await seeToast(back, `The proof for ${number} is refused`);

    await visit(BRAND, `/account/orders/${id}`);
    await expect(transfer.getByRole('alert')).toHaveText(
      'We could not find your transfer: It cannot be read',
    );
    await prove('sharp.jpg');
    await back.reload();
    const amount = awaited(number).getByLabel(`Amount that came for ${number}`);
    await expect(amount).toHaveValue('612.35');
    await amount.fill('600');
    await awaited(number).getByRole('button', { name: 'Book as received' }).click();
    await seeToast(back, `The transfer for ${number} is booked`);
    await expect(awaited(number)).toContainText('600 EGP came before.');
    await visit(BRAND, `/account/orders/${id}`);
    await expect(transfer).toContainText('Transfer 12.35 EGP');
    await expect(transfer).toContainText('600 EGP of it has come.');
    await search.fill('12.35');
    await awaited(number).getByRole('button', { name: 'Book as received' }).click();
    await expect(awaited(number)).toHaveCount(0);
    await expect(transfer).toHaveCount(0);
    await keepPicture('duoworks-transferred-1280');
  });
});
