import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor } from './people.ts';
import { photo } from './photo.ts';
import { seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

/** The order's current step in its timeline. */
const current = (page: Page) => page.getByRole('region', { name: 'Status' }).locator('[aria-current="step"]');

atViewport(phone, () => {
  test('an open order page follows staff’s changes, and catches up after a lost connection', async ({
    page,
    store,
    visitAs,
    keepPicture,
  }) => {
    const product = await stockProduct(store, {
      tenant_id: 'northblock',
      name: ownName('Journey cap'),
      price: 90,
      stock: 5,
    });
    const shopper = await enrol(store, 'northblock', 'Mona Adel');
    const order = await orderFor(store, 'northblock', shopper, [{ product_id: product.id, quantity: 1 }]);
    const sockets: WebSocketRoute[] = [];
    let cut = false;
    await page.routeWebSocket(/realtime\/v1\/websocket/, (socket) => {
      if (cut) return void socket.close();
      sockets.push(socket);
      socket.connectToServer();
    });
    await visitAs(shopper, 'northblock', `/account/orders/${order.id}`);
    await expect(current(page)).toContainText('Received');
    await expect(page.getByText(/^Arrives \w{3},?\s\d/)).toBeVisible();
    await expect.poll(() => sockets.length).toBe(1);

    await order.move('confirmed');
    await expect(current(page)).toContainText('Confirmed');
    await order.move('in_production');
    await expect(current(page)).toContainText('In production');
    await keepPicture('northblock-order-live-360');

    cut = true;
    for (const socket of sockets) await socket.close();
    await expect(page.getByText('The connection is lost.')).toBeVisible();
    await order.move('shipped', 'Out with the evening courier');
    cut = false;
    await expect(current(page)).toContainText('Shipped');
    await expect(current(page)).toContainText('Out with the evening courier');
    await expect(page.getByText('The connection is lost.')).toHaveCount(0);
  });
});

atViewport(phone, () => {
  test('a problem report keeps its photos through a failed upload, and staff inspect them closely', async ({
    page,
    store,
    visitAs,
    somebodyElse,
    watch,
    keepPicture,
  }) => {
    const product = await stockProduct(store, {
      tenant_id: 'northblock',
      name: ownName('Torn cap'),
      price: 90,
      stock: 5,
    });
    const shopper = await enrol(store, 'northblock', 'Mona Adel');
    const order = await orderFor(store, 'northblock', shopper, [{ product_id: product.id, quantity: 1 }]);
    for (const status of ['confirmed', 'in_production', 'shipped', 'delivered'] as const)
      await order.move(status);
    await visitAs(shopper, 'northblock', `/account/orders/${order.id}`);
    await page.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is wrong?').fill('A hole beside the seam');
    const field = dialog.getByLabel(/^Photos/);
    await field.setInputFiles([
      await photo('hole.jpg', '#8f3b3b'),
      await photo('label.jpg', '#3b8f4a'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('torn') },
    ]);
    await expect(dialog.getByText('notes.txt: no JPEG, PNG or WebP picture.')).toBeVisible();
    const chosen = dialog.getByRole('list', { name: 'Chosen photos' }).getByRole('listitem');
    await expect(chosen).toHaveCount(2);
    await field.setInputFiles(
      await Promise.all(['1', '2', '3', '4'].map((name) => photo(`${name}.png`, '#3b4a8f'))),
    );
    await expect(dialog.getByText('Only the first 5 photos were taken.')).toBeVisible();
    await expect(chosen).toHaveCount(5);
    for (const name of ['1', '2', '3'])
      await dialog.getByRole('button', { name: `Remove ${name}.png` }).click();
    await expect(field).toBeFocused();

    watch.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    const isPhoto = /object\/upload\/sign\/order-photos\/.*token/;
    let uploads = 0;
    await page.route(isPhoto, (route) => {
      uploads += 1;
      return uploads === 2 ? route.abort() : route.fallback();
    });
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(chosen.nth(1)).toContainText('Not sent: the store cannot be reached.');
    await expect(chosen.nth(0)).toContainText('Sent');
    await expect(dialog.getByText('A photo was not sent. Try again, or remove it')).toBeVisible();
    await keepPicture('northblock-report-photos-360');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await expect(dialog.getByLabel('What is wrong?')).toHaveValue('A hole beside the seam');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await seeToast(page, 'Problem reported');
    expect(uploads, 'what was sent is not sent again').toBe(3);
    await expect(current(page)).toContainText('A hole beside the seam');
    const enlarge = page.getByRole('button', { name: /^Enlarge photo/ });
    await expect(enlarge, 'each photo is shown once').toHaveCount(2);

    const desk = await somebodyElse();
    const staff = await hire(store, 'northblock', 'admin');
    await visitAs(staff, 'northblock', `/admin/orders?order=${order.id}`, desk);
    const problem = desk.getByRole('listitem', { name: 'Return 1' });
    await problem.getByRole('button', { name: 'Enlarge photo 1 of 2' }).click();
    const large = desk.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 2' });
    await expect(large).toHaveJSProperty('naturalWidth', 1200);
    await keepPicture('northblock-reported-photo', desk);
    await desk.getByRole('button', { name: 'Next photo' }).click();
    await expect(desk.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' })).toBeVisible();
  });
});

test('an open form keeps what was typed when its order moves on, and says why it is too late', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'northblock',
    name: ownName('Late cap'),
    price: 90,
    stock: 5,
  });
  const shopper = await enrol(store, 'northblock', 'Mona Adel');
  const order = await orderFor(store, 'northblock', shopper, [{ product_id: product.id, quantity: 1 }]);
  await visitAs(shopper, 'northblock', `/account/orders/${order.id}`);
  await page.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Street').fill('9 Road of the Orchards');
  for (const status of ['confirmed', 'in_production', 'shipped'] as const) await order.move(status);
  await expect(current(page)).toContainText('Shipped');
  watch.allow(/rpc\/quote_edit/);
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(dialog.getByRole('alert')).toContainText('is on its way');
  await expect(dialog.getByLabel('Street')).toHaveValue('9 Road of the Orchards');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change address' })).toHaveCount(0);
});

test('after delivery: another size with shipping paid again, a problem report, and buying again line by line', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const shirt = await stockProduct(store, {
    tenant_id: 'duoworks',
    name: ownName('Journey shirt'),
    price: 80,
    stock: 8,
    size: '["M","L"]',
  });
  const last = await stockProduct(store, {
    tenant_id: 'duoworks',
    name: ownName('Last tote'),
    price: 40,
    stock: 1,
  });
  const shopper = await enrol(store, 'duoworks', 'Omar Nabil');
  const lines = [
    { product_id: shirt.id, quantity: 2, size: 'M' },
    { product_id: last.id, quantity: 1 },
  ];
  const order = await orderFor(store, 'duoworks', shopper, lines, 'bank_transfer');
  await visitAs(shopper, 'duoworks', `/account/orders/${order.id}`);
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report a problem' })).toHaveCount(0);
  const transfer = page.getByRole('region', { name: 'Pay by bank transfer' });
  await expect(transfer).toContainText(`give this order number as the reference: ${order.number}`);
  await expect(transfer).toContainText('Bank of the Corniche');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await transfer.getByRole('button', { name: 'Copy IBAN' }).click();
  await seeToast(page, 'IBAN copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('EG000000000000000000000000000');
  await order.pay('Transfer 7');
  await expect(transfer).toHaveCount(0);
  for (const status of ['in_production', 'shipped', 'delivered'] as const) await order.move(status);
  await expect(current(page)).toContainText('Delivered');
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await keepPicture('duoworks-order-delivered-1280');

  await page.getByRole('button', { name: 'Another size' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Order for 35 EGP' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose another size for at least one item.');
  await dialog.getByLabel(shirt.name).selectOption('L');
  await dialog.getByText('Express delivery').click();
  await dialog.getByRole('button', { name: 'Order for 60 EGP' }).click();
  await expect(page.getByText('Sends items again from')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '60 EGP' }).last()).toBeVisible();

  await page.getByRole('link', { name: `Order ${order.number}` }).click();
  await expect(page.getByText('Sent again in another size with')).toBeVisible();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Say what is wrong with the order.')).toBeVisible();
  await dialog.getByLabel('What is wrong?').fill('The tote has a hole');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await seeToast(page, 'Problem reported');
  await expect(current(page)).toContainText('The tote has a hole');

  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(dialog.getByText('Added to your cart, with changes')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: shirt.name })).toContainText(
    'Added to your cart',
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: last.name })).toContainText('Sold out');
  await keepPicture('duoworks-buy-again-1280');
  await dialog.getByRole('link', { name: 'Go to Cart' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: shirt.name })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: last.name })).toHaveCount(0);
});
