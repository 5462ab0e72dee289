import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { barsOf } from '../../app/admin/orders/print/barcode.tsx';
import { findBrowser } from '../support/browser.ts';
import { disabledFeatures } from '../support/browser-features.ts';
import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { plainHostArgs } from './plain-host.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

/** A code that only the camera's film shows. */
const filmed = `CAM-${randomBytes(3).toString('hex').toUpperCase()}`;

/** A film of a barcode, as a camera sees it: 640 × 480 in gray, one frame again and again. */
function filmOf(code: string): string {
  const [width, height, module] = [640, 480, 3];
  const bars = barsOf(code);
  const start = Math.floor((width - bars.length * module) / 2);
  const light = Buffer.alloc(width * height, 235);
  for (let y = 140; y < 340; y += 1)
    for (let x = 0; x < bars.length * module; x += 1)
      if (bars[Math.floor(x / module)] === '1') light[y * width + start + x] = 16;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
  const path = join(mkdtempSync(join(tmpdir(), 'souk-film-')), 'code.y4m');
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, frame, frame]));
  return path;
}

const { executablePath, args, env } = await findBrowser();
test.use({
  launchOptions: {
    executablePath,
    env,
    args: [
      ...args,
      ...plainHostArgs,
      disabledFeatures,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf(filmed)}`,
    ],
  },
});

/** What an Arabic keyboard layout makes of a scanner's keys. */
const arabicSigns: Record<string, string> = { D: ']', W: 'ً', K: '،', Q: 'َ', M: '’', L: '/', '/': 'ظ' };

/** Types a code as a hand scanner does, into whatever has the focus. */
const scan = (page: Page, code: string, layout: Record<string, string> = {}) =>
  page.evaluate(
    ({ code, layout }) => {
      const names: Record<string, string> = { '-': 'Minus', '/': 'Slash' };
      const press = (key: string, code: string, shiftKey = false) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
        );
      for (const sign of code) {
        const isLetter = /[A-Z]/i.test(sign);
        const name = isLetter ? `Key${sign.toUpperCase()}` : (names[sign] ?? `Digit${sign}`);
        press(
          layout[sign] ?? (isLetter && Object.keys(layout).length > 0 ? 'ش' : sign),
          name,
          /[A-Z]/.test(sign),
        );
      }
      press('Enter', 'Enter');
    },
    { code, layout },
  );

const brand = 'northblock';

/** Gives a product of one variant a SKU. */
async function giveSku(store: StoreProcess, id: string, sku: string): Promise<void> {
  const admin = adminOf(store);
  const { data } = await admin.from('products').select('version').eq('id', id).single().throwOnError();
  await admin
    .rpc('save_product_variants', {
      p_product_id: id,
      p_version: data.version,
      p_options: [],
      p_variants: [{ options: [], stock: 100, sku }],
    })
    .throwOnError();
}

test('orders are packed and twenty parcels handed over by scanning, in twenty scans and one click; wrong codes change nothing', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  test.setTimeout(300_000);
  const buyer = await enrol(store, brand, ownName('Salma'));
  const sku = `CAP-${randomBytes(3).toString('hex').toUpperCase()}`;
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 150, stock: 100 });
  await giveSku(store, cap.id, sku);
  const mug = await stockProduct(store, { tenant_id: brand, name: ownName('Mug'), price: 90, stock: 9 });
  await giveSku(store, mug.id, `${sku}-MUG`);
  const place = (quantity: number) => orderFor(store, brand, buyer, [{ product_id: cap.id, quantity }]);
  const first = await place(2);
  await first.move('confirmed');
  const cancelled = await place(1);
  await cancelled.move('cancelled');
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders');

  await expect(page.getByRole('link', { name: first.number })).toBeVisible();
  // Anywhere in the office, through an Arabic keyboard layout.
  await scan(page, first.number, arabicSigns);
  await expect(page.getByRole('heading', { name: `Order ${first.number}` })).toBeVisible();
  await scan(page, 'NOT-OURS-1');
  await seeToast(page, 'No order, parcel or piece has the code NOT-OURS-1.');
  await page.getByRole('link', { name: 'Scan', exact: true }).click();
  await page.getByRole('tab', { name: 'Pack', exact: true }).click();
  await expect(page.getByText('Scan a packing slip')).toBeVisible();
  const word = page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: page.locator('svg') });
  await scan(page, cancelled.number);
  await expect(word).toContainText(`Order ${cancelled.number} was cancelled.`);
  await scan(page, first.number);
  await expect(word).toContainText(`Order ${first.number}: scan its pieces.`);
  await scan(page, `${sku}-MUG`);
  await expect(word).toContainText(`${mug.name} does not belong to order ${first.number}`);
  await scan(page, sku);
  await expect(word).toContainText(`${cap.name}: 1 of 2`);
  await keepPicture('admin-scan-pack');
  await scan(page, sku);
  await expect(word).toContainText(`Order ${first.number} is packed: 2 pieces.`);
  await scan(page, first.number);
  await expect(word).toContainText(`Parcel ${first.number}/1: Packed, Staff of the test`);

  const colleague = await signedInAs(store, brand, await hire(store, brand, 'admin'));
  const more = await Promise.all(Array.from({ length: 19 }, () => place(1)));
  const ids = more.map(({ id }) => id);
  await colleague.rpc('change_order_statuses', { p_order_ids: ids, p_status: 'confirmed' }).throwOnError();
  await colleague.rpc('pack_orders', { p_order_ids: ids }).throwOnError();
  await page.getByRole('tab', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText('No parcel scanned yet')).toBeVisible();
  for (const { number } of [first, ...more]) await scan(page, `${number}/1`);
  await expect(word).toContainText('20 parcels on the list.');
  await scan(page, `${first.number}/1`);
  await expect(word).toContainText('is on your list already');
  await keepPicture('admin-scan-hand-over');
  await page.getByRole('button', { name: 'Hand over 20 parcels' }).click();
  await expect(word).toContainText('20 parcels handed over');
  const { count } = await adminOf(store)
    .from('shipments')
    .select('id', { count: 'exact', head: true })
    .in('order_id', [first.id, ...ids])
    .eq('state', 'handed_over')
    .throwOnError();
  expect(count).toBe(20);

  await page.getByRole('tab', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('Scan what came back')).toBeVisible();
  await scan(page, `${first.number}/1`);
  await page.getByRole('button', { name: 'It came back' }).click();
  await page.getByRole('button', { name: 'Book what came back' }).click();
  await expect(word).toContainText(`Parcel ${first.number}/1 is inspected.`);
});

test('a phone’s camera scans a piece, and opens the order that waits for it', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const buyer = await enrol(store, brand, ownName('Omar'));
  const cap = await stockProduct(store, { tenant_id: brand, name: ownName('Cap'), price: 150, stock: 9 });
  await giveSku(store, cap.id, filmed);
  const order = await orderFor(store, brand, buyer, [{ product_id: cap.id, quantity: 1 }]);
  await order.move('confirmed');
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders/scan?work=pack');
  await page.getByRole('button', { name: 'Use the camera' }).click();
  const word = page.getByRole('main').getByRole('status').filter({ hasText: order.number });
  await expect(word).toContainText(`Order ${order.number} is packed: 1 piece.`, { timeout: 60_000 });
  await keepPicture('admin-scan-camera');
});
