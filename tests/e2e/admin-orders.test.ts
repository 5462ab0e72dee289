import type { Locator, WebSocketRoute } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdRequests, holdResponse } from './held-requests.ts';
import { makeBuyer } from './ordering.ts';
import { enrol, orderFor } from './people.ts';
import { seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';

test('an order arrives live, is moved through its statuses, and its documents are printed', {
  tag: '@journey',
}, async ({ page, store, visitAs, keepPicture }) => {
  const buyer = await makeBuyer(store, 'inkthread');
  await visitAs(await hire(store, 'inkthread', 'admin'), 'inkthread', '/admin/orders');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const first = await buyer.buys(2);
  await expect(page.getByText(`Order ${first.number} came in`)).toBeVisible();
  await expect(page.getByRole('row', { name: first.number }).getByText('New', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  const latest = page.getByRole('region', { name: 'Latest orders' }).getByRole('listitem').first();
  await expect(latest).toContainText(first.number);
  const second = await buyer.buys();
  await expect(latest).toContainText(second.number);
  const ordersLink = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' });
  await expect(ordersLink.getByText('1 new order')).toBeVisible();

  await ordersLink.click();
  await page.getByLabel('Search orders').fill(buyer.name);
  await page.getByLabel('Search orders').press('Enter');
  await expect(page.getByRole('row')).toHaveCount(3);
  const newest = page.getByRole('row').nth(1).getByRole('link');
  await newest.focus();
  await newest.press('j');
  await expect(page.getByRole('link', { name: first.number })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${first.number}` })).toBeVisible();
  const item = page.getByRole('region', { name: 'Items' }).getByRole('link');
  await expect(item).toHaveAttribute('href', /^\/admin\/products\/edit\//);
  for (const status of ['Confirmed', 'In production']) {
    await page.getByRole('button', { name: status }).click();
    await seeToast(page, `Order ${first.number}: ${status}`);
  }
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Pack 2 pieces' }).click();
  await dialog.getByRole('button', { name: 'Pack and hand over' }).click();
  await seeToast(page, 'Parcel packed and handed over');
  await page.getByRole('listitem', { name: 'Parcel 1' }).getByRole('button', { name: 'Delivered' }).click();
  await dialog.getByRole('button', { name: 'Delivered' }).click();
  await seeToast(page, 'Parcel 1: Delivered');
  await page.getByLabel('Note', { exact: true }).fill('Left with the neighbour');
  const stay = page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' });
  await page.getByRole('link', { name: 'Packing slip', exact: true }).click();
  await stay.click();
  await page.getByRole('button', { name: 'Add note' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const messages = timeline.getByRole('listitem').filter({ hasText: /^Message by Email: / });
  await expect(messages.filter({ hasText: 'parcel delivered' })).toHaveCount(1);
  await expect(timeline.getByRole('listitem').first()).toContainText('Left with the neighbour');
  await expect(timeline.getByRole('listitem').first()).toContainText('Staff of the test (staff)');
  await expect(messages.last()).toContainText('order placed');
  const happened = timeline.getByRole('listitem').filter({ hasNotText: /^Message by Email: / });
  await expect(happened).toHaveCount(7);
  await expect(happened.last()).toContainText(`${buyer.name} (customer)`);

  await page.getByRole('button', { name: 'Begin a return' }).click();
  await dialog.getByLabel('Reason').fill('One cap is torn');
  await dialog.getByRole('button', { name: 'Begin a return' }).click();
  const problem = page.getByRole('listitem', { name: 'Return 1' });
  await expect(problem.getByText('One cap is torn')).toBeVisible();
  await problem.getByRole('button', { name: 'Approve the return' }).click();
  await expect(problem.getByText('Tell the customer why.')).toBeVisible();
  await problem.getByLabel('Answer to the customer').fill('The courier takes it back');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await stay.click();
  await problem.getByRole('button', { name: 'Approve the return' }).click();
  await seeToast(page, 'Return 1 approved');
  await problem.getByRole('button', { name: 'Book what came' }).click();
  await seeToast(page, 'Return 1 received');
  await keepPicture('admin-order');

  await page.getByRole('link', { name: 'Packing slip', exact: true }).click();
  const slip = page.getByRole('article');
  // The parcel’s barcode has the number too.
  await expect(slip.getByText(first.number, { exact: true })).toBeVisible();
  await expect(slip.getByText('2 ×')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to the order' }).click();
  // The link serves the issued file.
  const invoices = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Invoice', exact: true }).click();
  expect((await invoices).suggestedFilename()).toBe('invoices.pdf');
});

test('orders are filtered as fast as somebody types and clicks, several are moved together, refusals say why, and a view is saved', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  const buyer = await makeBuyer(store, 'duoworks');
  await buyer.buys(1, 'bank_transfer');
  const waiting = await buyer.buys(1, 'bank_transfer');
  // A page beyond the end of the list redirects to its last one.
  watch.allow(/answer 416|status of 416/);
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/orders?page=99');
  await expect(page.getByRole('link', { name: waiting.number })).toBeVisible();
  await page.getByLabel('Search orders').fill(buyer.name);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Placed from').pressSequentially('01022020');
  await expect(page.getByLabel('Placed from')).toBeFocused();
  await expect(page).toHaveURL(/from=2020-01-02/);
  const slow = await holdRequests(page, '**/rest/v1/orders?*');
  const placed = page.getByRole('columnheader', { name: 'Number' });
  await placed.getByRole('button').click();
  await page.getByLabel('Paid by').selectOption('bank_transfer');
  await expect(placed).toHaveAttribute('aria-sort', 'ascending');
  slow.release();
  await expect(page).toHaveURL(/sort=created.*method=bank_transfer/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My buyer');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('My buyer');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await seeToast(page, 'View saved: My buyer');

  await page.getByRole('link', { name: waiting.number }).click();
  await page.getByLabel('Reference of the transfer').fill('TRX 4711');
  await page.getByRole('button', { name: 'Confirm payment' }).click();
  await seeToast(page, `Payment of order ${waiting.number} confirmed`);
  await expect(page.getByText('Reference: TRX 4711', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByRole('link', { name: /^To confirm/ }).click();
  await page.getByRole('link', { name: 'My buyer' }).click();
  // The new list starts without a selection.
  await expect(page).toHaveURL(/method=bank_transfer/);
  // This order was confirmed after the list was opened.
  await expect(page.getByRole('link', { name: waiting.number })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Choose all on this page').check();
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByLabel('Choose all on this page')).toBeChecked();
  await page.getByRole('button', { name: 'In production (1)' }).click();
  await expect(dialog.getByText('1 of 2 orders moved to in production')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Not moved/ })).toContainText(
    'It is awaiting payment and cannot become in production.',
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row', { name: waiting.number });
  await expect(row).toContainText('In production');

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Shipped (1)' }).click();
  const question = page.getByRole('dialog', { name: 'Shipped for 1 order?' });
  await expect(question).toContainText('One customer gets an email about it.');
  await question.getByRole('button', { name: 'Shipped (1)' }).click();
  await expect(dialog.getByText('1 order moved to shipped')).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await seeToast(page, '1 order is as before');
  await expect(row).toContainText('In production');

  await page.getByRole('button', { name: 'Delete view My buyer' }).click();
  await seeToast(page, 'View deleted: My buyer');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'My buyer' })).toBeVisible();
});

test('the reason for a refund is never written to the customer of the next order', async ({
  page,
  store,
  visitAs,
}) => {
  const brand = 'duoworks';
  const buyer = await enrol(store, brand, ownName('Nadia'));
  const print = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Print of two orders'),
    price: 300,
    stock: 5,
  });
  const lines = [{ product_id: print.id, quantity: 1 }];
  const first = await orderFor(store, brand, buyer, lines, 'bank_transfer');
  const second = await orderFor(store, brand, buyer, lines, 'bank_transfer');
  await first.pay('TRX 1');
  await second.pay('TRX 2');
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?order=${first.id}`);
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The box arrived torn');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('link', { name: 'Newer order' }).click();
  await expect(page.getByRole('heading', { name: `Order ${second.number}` })).toBeVisible();
  await money.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('');
});

test('an order placed while the list is being read is in it', async ({ page, store, visitAs }) => {
  const buyer = await makeBuyer(store, 'northblock');
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/orders');
  const nav = page.getByRole('navigation', { name: 'Admin' });
  const ordersLink = nav.getByRole('link', { name: 'Orders' });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await nav.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  const early = await buyer.buys();
  await expect(ordersLink.getByText('1 new order')).toBeVisible();
  const reading = await holdResponse(
    page,
    /\/rest\/v1\/orders\?select=id%2Cnumber%2Cis_test%2Cimported_from/,
  );
  await ordersLink.click();
  await reading.answered;
  const late = await buyer.buys();
  await expect(ordersLink.getByText('2 new orders')).toBeVisible();
  reading.release();
  await expect(page.getByRole('link', { name: early.number })).toBeVisible();
  await expect(page.getByRole('link', { name: late.number })).toBeVisible();
});

test('new orders ring if enabled, and the list catches up after a lost connection', async ({
  page,
  store,
  visitAs,
}) => {
  await page.addInitScript(() => {
    window.OscillatorNode = class extends OscillatorNode {
      override start(when?: number) {
        super.start(when);
        document.body.dataset.tones = String(Number(document.body.dataset.tones ?? 0) + 1);
      }
    };
  });
  const sockets: WebSocketRoute[] = [];
  let down = false;
  await page.routeWebSocket(/realtime\/v1\/websocket/, (socket) => {
    if (down) void socket.close();
    else {
      socket.connectToServer();
      sockets.push(socket);
    }
  });
  const buyer = await makeBuyer(store, 'casecraft');
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', '/admin/orders');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const sound = page.getByRole('switch', { name: 'Sound for new orders' });
  await expect(sound).not.toBeChecked();
  const silent = await buyer.buys();
  await expect(page.getByText(`Order ${silent.number} came in`)).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-tones');
  await sound.check();
  const heard = await buyer.buys();
  await expect(page.getByText(`Order ${heard.number} came in`)).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-tones', '2');
  down = true;
  for (const socket of sockets) await socket.close();
  await expect(page.getByText(/^Connecting/)).toBeVisible();
  const missed = await buyer.buys();
  await expect(page.getByRole('link', { name: missed.number })).toHaveCount(0);
  down = false;
  await expect(page.getByRole('link', { name: missed.number })).toBeVisible();
  await page.reload();
  await expect(sound).toBeChecked();
});

test('reports show sales in charts and tables, and export them', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const buyer = await makeBuyer(store, 'northblock');
  const order = await buyer.buys(3);
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/reports');
  await expect(page.getByRole('img', { name: /^Sales over time/ })).toBeVisible();

  // The URL holds the selection, also when going back.
  const [compare, step] = [page.getByLabel('Compare with'), page.getByLabel('By', { exact: true })];
  await compare.selectOption('The year before');
  await expect(page).toHaveURL(/compare=year/);
  // The URL changes before the links that preserve its parameters.
  await expect(page.getByText(/^Compared with /)).toBeVisible();
  await page.getByRole('link', { name: 'This year' }).click();
  await expect(page).toHaveURL(/from=.*compare=year|compare=year.*from=/);
  await step.selectOption('Month');
  await expect(page).toHaveURL(/by=month/);
  await compare.selectOption('Nothing');
  await expect(page).toHaveURL(/compare=none/);
  await expect(page.getByText('Compared with')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/compare=year/);
  await expect(compare).toHaveValue('year');
  await expect(step).toHaveValue('day');
  await expect(page.getByText(/^Compared with /)).toBeVisible();

  // Invalid days are reported beside their field; the report stays as it was.
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  const chosen = page.url();
  for (const [first, last, refusal] of [
    ['2026-03-02', '2026-03-01', 'The last day comes before the first.'],
    ['1999-01-01', '2026-03-01', 'Choose a day from 2000 on.'],
    ['2999-01-01', '2999-01-02', 'This day has not begun yet.'],
    ['', '2026-03-01', 'Enter a day, such as 1 March 2026.'],
  ] as const) {
    await from.fill(first);
    await to.fill(last);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText(refusal)).toBeVisible();
    await expect(refusal.includes('last') ? to : from).toHaveAccessibleDescription(refusal);
    expect(page.url()).toBe(chosen);
  }
  await from.fill('2026-03-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/from=2026-03-01&to=2026-03-01/);
  await page.goBack();

  // A tab opened while the new period loads keeps it.
  const slow = await holdRequests(page, '**/rest/v1/rpc/*');
  const today = page.getByRole('link', { name: 'Today' });
  await today.click();
  await expect(today).toHaveAttribute('aria-current', 'true');
  await page.getByRole('tab', { name: 'Customers' }).click();
  slow.release();
  await expect(page).toHaveURL(/report=customers/);
  await expect(today).toHaveAttribute('aria-current', 'true');
  const row = page.getByRole('row', { name: buyer.name });
  await expect(row).toContainText(`${order.total.toLocaleString('en-US')} EGP`);
  await expect(page.getByRole('img', { name: /^Sales by customer/ })).toBeVisible();
  await keepPicture('admin-reports');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^northblock-customers-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString('utf8')).toContain(`${buyer.name},`);
  expect(Buffer.concat(chunks).toString('utf8')).toContain(`,1,${order.total.toFixed(2)},`);
});

test('order options are chips, colors with a swatch, also in the stock report', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const brand = 'northblock';
  // The last unit: the report lists sold-out products first.
  const shirt = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Shirt'),
    price: 80,
    stock: 1,
    color: '["Black"]',
    size: '["M"]',
  });
  const line = { product_id: shirt.id, quantity: 1, color: 'Black', size: 'M' };
  const order = await orderFor(store, brand, await enrol(store, brand, 'Laila Amin'), [line]);
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/orders?order=${order.id}`);
  const swatchOf = (chip: Locator) => chip.locator('..').locator('[aria-hidden]');
  const ordered = page.getByRole('listitem').filter({ hasText: shirt.name });
  await expect(ordered.getByText('M', { exact: true })).toBeVisible();
  await expect(swatchOf(ordered.getByText('M', { exact: true }))).toHaveCount(0);
  await expect(swatchOf(ordered.getByText('Black', { exact: true }))).toHaveCSS(
    'background-color',
    'rgb(27, 28, 30)',
  );
  await keepPicture('admin-order-options-1280');

  await visit(brand, '/admin/reports?report=stock');
  const kept = page.getByRole('table').getByRole('row').filter({ hasText: shirt.name }).first();
  // On narrow screens the same chips are folded under the product's name.
  const chip = (value: string) => kept.getByText(value, { exact: true }).filter({ visible: true });
  await expect(swatchOf(chip('Black'))).toBeVisible();
  await expect(chip('M')).toBeVisible();
  await keepPicture('admin-report-options-1280');
});
