import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { enrol, orderFor, signedInAs } from './people.ts';
import { seeToast } from './steps.ts';
import { hire, ownName } from './stock.ts';

const design = (color: string, sides: readonly string[]) => ({
  version: 1,
  garment: 'Hoodie',
  color,
  elements: sides.map((side) => ({
    kind: 'text',
    id: side,
    side,
    x: 0,
    y: 0,
    rotation: 0,
    text: 'Souk',
    font: 'anton',
    size: 6,
    color: '#d1293d',
    align: 'center',
    letterSpacing: 0,
    arc: 0,
    outline: null,
  })),
});

const printed = (color: string, sides: readonly string[], quantity: number) => ({
  quantity,
  design: design(color, sides),
  preview: null,
  color,
  size: 'M',
});

test('a batch’s print files download as one archive; printed ones are marked, failed ones are reprinted with a reason', {
  tag: '@journey',
}, async ({ page, store, visitAs, watch, keepPicture }) => {
  const brand = 'inkthread';
  const buyer = await enrol(store, brand, ownName('Nour'));
  const both = await orderFor(store, brand, buyer, [printed('Black', ['front', 'back'], 2)]);
  const two = await orderFor(store, brand, buyer, [
    printed('Black', ['front'], 1),
    printed('White', ['back'], 3),
  ]);
  const staff = await hire(store, brand, 'admin');
  await both.move('confirmed');
  await two.move('confirmed');
  await visitAs(staff, brand, '/admin/orders/print-floor');
  const black = page.getByRole('region', { name: 'Custom Hoodie · Black · M' });
  const white = page.getByRole('region', { name: 'Custom Hoodie · White · M' });
  await black.getByLabel(`Choose Custom Hoodie · Black · M of order ${both.number}`).check();
  await black.getByLabel(`Choose Custom Hoodie · Black · M of order ${two.number}`).check();
  await white.getByLabel(`Choose Custom Hoodie · White · M of order ${two.number}`).check();
  await keepPicture('admin-print-floor');
  const bar = page.getByRole('region', { name: 'Chosen rows' });
  // Four 300 dpi pictures take a while on a busy machine.
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await bar.getByRole('button', { name: 'Print files, PNG' }).click();
  const archive = await download;
  expect(archive.suggestedFilename()).toBe(`${brand}-print-files-png.zip`);
  const files = unzipSync(readFileSync(await archive.path()));
  expect(Object.keys(files).toSorted()).toEqual(
    [
      `Hoodie-Black-M-${both.number}-1-front.png`,
      `Hoodie-Black-M-${both.number}-1-back.png`,
      `Hoodie-Black-M-${two.number}-1-front.png`,
      `Hoodie-White-M-${two.number}-2-back.png`,
    ].toSorted(),
  );
  for (const file of Object.values(files))
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', density: 300 });
  await seeToast(page, 'Print files of 3 lines saved');
  const ofGroup = page.waitForEvent('download');
  await white.getByRole('button', { name: 'Download the print files of Custom Hoodie · White · M' }).click();
  expect(Object.keys(unzipSync(readFileSync(await (await ofGroup).path())))).toContain(
    `Hoodie-White-M-${two.number}-2-back.png`,
  );

  // Only staff may download the archive.
  watch.allow(/print-files|status of 40[14]/);
  const shopper = await signedInAs(store, brand, buyer);
  const { data } = await shopper.auth.getSession();
  const { data: lines } = await shopper
    .from('order_lines')
    .select('id')
    .eq('order_id', both.id)
    .throwOnError();
  const ask = (token: string) =>
    page.evaluate(
      async ([bearer, body]) => {
        const answer = await fetch('/print-files/archive', {
          method: 'POST',
          headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
          body,
        });
        return answer.status;
      },
      [token, JSON.stringify({ kind: 'png', lines: lines.map(({ id }) => id) })] as const,
    );
  expect(await ask(data.session?.access_token ?? '')).toBe(404);
  expect(await ask('')).toBe(401);

  await bar.getByRole('button', { name: 'Mark 6 prints as made' }).click();
  await seeToast(page, '6 prints noted');
  await expect(page.getByRole('link', { name: `Order ${both.number}` })).toHaveCount(0);
  await expect(page.getByRole('link', { name: `Order ${two.number}` })).toHaveCount(0);

  const again = await orderFor(store, brand, buyer, [printed('Black', ['front'], 2)]);
  await again.move('confirmed');
  const name = `Print Custom Hoodie · Black · M of order ${again.number} again`;
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Print again' }).click();
  await expect(dialog.getByText('Say what went wrong.')).toBeVisible();
  await dialog.getByLabel('What went wrong').fill('The film tore');
  await dialog.getByRole('button', { name: 'Print again' }).click();
  await seeToast(page, 'On the print floor again');
  await expect(page.getByRole('link', { name: `Order ${again.number}` })).toBeVisible();
  const desk = await signedInAs(store, brand, staff);
  const { data: runs } = await desk
    .from('print_runs')
    .select('quantity, wasted, reason, line:order_lines!inner(order_id)')
    .eq('line.order_id', again.id)
    .throwOnError();
  expect(runs).toMatchObject([{ quantity: 0, wasted: 1, reason: 'The film tore' }]);
});

test('the print floor’s wall screen shows what to print in large type, and new prints appear automatically', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const brand = 'northblock';
  const buyer = await enrol(store, brand, ownName('Omar'));
  const order = await orderFor(store, brand, buyer, [printed('Black', ['front'], 2)]);
  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders/print-floor');
  await page.getByRole('link', { name: 'Wall screen' }).click();
  await expect(page).toHaveURL(/\?wall/);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const sum = page.getByRole('status').filter({ hasText: /prints? (is|are) to be made/ });
  const countOf = async () => Number.parseInt((await sum.textContent()) ?? '', 10) || 0;
  const before = (await sum.isVisible()) ? await countOf() : 0;
  await order.move('confirmed');
  await expect.poll(countOf).toBe(before + 2);
  await expect(page.getByRole('listitem').filter({ hasText: 'Custom Hoodie' }).first()).toContainText(
    'Black · M',
  );
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await keepPicture('admin-print-floor-wall');
  await page.getByRole('link', { name: 'Leave the wall screen' }).click();
  await expect(page.getByRole('link', { name: `Order ${order.number}` })).toBeVisible();
});
