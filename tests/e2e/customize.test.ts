import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { presets } from '../../app/brands/presets.ts';
import { areaOnSheet } from '../../app/garments/print-areas.ts';
import { canvasPrint, difference } from './canvas-print.ts';
import { expect, test } from './fixtures.ts';
import { signedInAs } from './people.ts';
import { plainHost } from './plain-host.ts';
import { choose, fillAddress, forget, newcomer, pressOn, seeToast, signUp } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { stockVariants } from './stock-variants.ts';
import { phone } from './viewports.ts';

/** A picture with four different quarters, which reveals rotation and mirroring. */
async function quarters(): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">' +
    '<rect width="600" height="400" fill="#d1293d"/><rect x="600" width="600" height="400" fill="#2f8f5b"/>' +
    '<rect y="400" width="600" height="400" fill="#5879db"/><rect x="600" y="400" width="600" height="400" fill="#f2c230"/></svg>';
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const number = (page: Page, label: string): Locator =>
  page.getByRole('spinbutton', { name: label, exact: true });

/** The access token of the page's user. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('souk-session'));
    const session: { access_token?: string } = JSON.parse((key && localStorage.getItem(key)) || '{}');
    return session.access_token ?? '';
  });

/** The print endpoint's response to a token, or to none. */
const statusOf = (page: Page, path: string, token: string): Promise<number> =>
  page.evaluate(
    async ([asked, bearer]) => {
      const init = bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {};
      return (await fetch(asked, init)).status;
    },
    [path, token] as const,
  );

test.describe('from a phone in the same house', () => {
  const brand = 'inkthread';
  test.use({ viewport: phone, plainHost });

  test('a guest designs a hoodie, orders it, and staff download what the canvas showed', {
    tag: '@journey',
  }, async ({ page, store, visit, visitAs, somebodyElse, keepPicture, watch }) => {
    const shopper = newcomer('nour');
    expect(await visit(brand, '/customize')).toBe(200);
    await page.getByLabel('Garment').selectOption('Hoodie');
    await choose(page, 'Size', 'L');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Souk');
    await page.getByLabel('Font').selectOption('archivo-black');
    await page.getByLabel('Hex code').fill('fff');
    await number(page, 'Down').fill('-6');
    await number(page, 'Arc (degrees)').fill('40');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'quarters.png', mimeType: 'image/png', buffer: await quarters() });
    await number(page, 'Width (cm)').fill('12');
    await number(page, 'Down').fill('4');
    await number(page, 'Rotation (degrees)').fill('15');
    await expect(page.getByRole('definition').filter({ hasText: '185 EGP' })).toBeVisible();
    await keepPicture(`${brand}-customize-360`);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Edit quarters.png' })).toBeVisible();
    await page.waitForFunction(() => document.fonts.check('20px "print-archivo-black"'));
    const printArea = areaOnSheet('Hoodie', 'front');
    // A phone's canvas is too coarse to compare edges, so zoom in.
    const closer = page.getByRole('button', { name: 'Zoom in' });
    for (let zoom = 1; zoom < 4; zoom += 0.5) await closer.click();
    await expect(closer).toBeDisabled();
    let shown = await canvasPrint(page, printArea);
    await expect(async () => {
      const before = shown;
      shown = await canvasPrint(page, printArea);
      const { channels } = await sharp(shown).stats();
      // A picture alone costs 26, a text alone 15.
      expect(channels[3]?.mean ?? 0, 'text and picture are drawn').toBeGreaterThan(35);
      expect(shown.equals(before), 'nothing is drawn any more').toBe(true);
    }).toPass();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await seeToast(page, 'Item added to cart');

    await visit(brand, '/cart');
    await expect(page.getByText('L · With your design')).toBeVisible();
    await keepPicture(`${brand}-customize-cart-360`);
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await signUp(page, 'Nour Adel', shopper);
    await expect(page).toHaveURL(/\/checkout$/);
    await fillAddress(page, 'Nour Adel');
    await page.getByText('Cash on delivery', { exact: true }).click();
    await expect(page.getByRole('definition').filter({ hasText: '185 EGP' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
    await page.getByRole('link', { name: 'See your order' }).click();
    const heading = page.getByRole('heading', { level: 1, name: /^Order [A-Z]{2}-/ });
    await expect(heading).toBeVisible();
    const orderNumber = ((await heading.textContent()) ?? '').replace('Order ', '');
    await expect(page.getByText('Custom Hoodie')).toBeVisible();
    await keepPicture(`${brand}-customize-order-360`);

    await visit(brand, '/customize');
    await expect(page.getByRole('heading', { name: 'My designs' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Open / }).first()).toBeVisible();

    const staffPage = await somebodyElse();
    await visitAs(await hire(store, brand, 'admin'), brand, '/admin/orders', staffPage);
    await staffPage.getByRole('link', { name: orderNumber }).click();
    const download = staffPage.waitForEvent('download');
    const asked = staffPage.waitForRequest(/print-files/);
    await staffPage.getByRole('button', { name: 'Custom Hoodie, front, PNG' }).click();
    const png = readFileSync(await (await download).path());
    const made = await sharp(png).metadata();
    expect(made).toMatchObject({ format: 'png', hasAlpha: true, density: 300 });
    expect(await difference(shown, png), 'share of pixels unlike the canvas').toBeLessThan(0.02);
    const mirrored = await sharp(png).flop().toBuffer();
    expect(await difference(shown, mirrored), 'a mirrored print is noticed').toBeGreaterThan(0.05);

    watch.allow(/print-files|status of 40[14]/);
    const { pathname } = new URL((await asked).url());
    expect(await statusOf(page, pathname, await tokenOf(page)), 'the shopper is no staff').toBe(404);
    expect(await statusOf(page, pathname, ''), 'nobody is signed in').toBe(401);
    const foreign = await signedInAs(store, 'duoworks', await hire(store, 'duoworks', 'admin'));
    const { data } = await foreign.auth.getSession();
    const token = data.session?.access_token ?? '';
    expect(await statusOf(page, pathname, token), "another store's staff").toBe(404);
  });
});

test('the price follows the design, a text makes room while typing, and dragging updates the form', async ({
  page,
  visit,
}) => {
  await test.step('the price follows the design, and only garments that the store prints are offered', async () => {
    await visit('northblock', '/customize');
    await page.getByLabel('Garment').selectOption('Polo Baskota');
    const total = page.getByRole('definition').last();
    await expect(total).toHaveText('115 EGP');
    await page.getByRole('button', { name: 'Add text' }).click();
    await expect(total).toHaveText('122 EGP');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(total).toHaveText('115 EGP');
    const garments = await page.getByLabel('Garment').locator('option').allTextContents();
    const printed = presets.find(({ id }) => id === 'northblock')?.customization.baseProductPrices ?? {};
    expect([...garments].sort()).toEqual(Object.keys(printed).sort());
    await visit('northblock', '/customize?garment=Jeans');
    await expect(page.getByLabel('Garment')).toHaveValue('Polo Baskota');
  });

  await test.step('a new text makes room for another while typing, and stays where it was dragged', async () => {
    await visit('northblock', '/customize');
    await page.getByLabel('Garment').selectOption('Hoodie');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
    const text = page.getByLabel('Text', { exact: true });
    const [right, down] = [number(page, 'To the right'), number(page, 'Down')];
    await text.fill('First line');
    await page.getByRole('button', { name: 'Add text' }).click();
    await text.fill('Hi');
    const added = Number(await down.inputValue());
    expect(added, 'it is placed below the first one').toBeGreaterThan(0);
    const long = 'The quick brown fox\njumps over\nthe lazy dog';
    await text.fill(long);
    await expect.poll(async () => Number(await down.inputValue())).toBeGreaterThan(added);

    await text.fill('Hi');
    await right.fill('2');
    await down.fill(String(added));
    await text.fill(long);
    await expect(number(page, 'Letter size (cm)'), 'it fits as soon as it is typed').not.toHaveValue('6');
    await expect(right).toHaveValue('2');
    await expect(down).toHaveValue(String(added));
    await forget(page);
  });

  await test.step('dragging on the canvas updates the form to within a pixel or two', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit('northblock', '/customize');
    await page.getByLabel('Garment').selectOption('Hoodie');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.waitForFunction(() => document.fonts.check('20px "print-anton"'));
    const table = page.getByRole('application');
    await expect(table.locator('canvas').first()).toBeVisible();
    const printArea = areaOnSheet('Hoodie', 'front');
    const pixels = (await table.evaluate((element) => element.clientWidth)) / 1000;
    const middle = {
      x: (printArea.x + printArea.width / 2) * pixels,
      y: (printArea.y + printArea.height / 2) * pixels,
    };
    const perCm = printArea.unitsPerCm * pixels;
    // Away from all snap lines.
    const [right, down] = [2.7, 3.6];
    // Hovering waits until the canvas is stable.
    await table.hover({ position: middle });
    const box = await table.boundingBox();
    if (!box) throw new Error('The designer has no table');
    const [x, y] = [box.x + middle.x, box.y + middle.y];
    await page.mouse.down();
    await page.mouse.move(x + perCm, y + perCm, { steps: 4 });
    await page.mouse.move(x + right * perCm, y + down * perCm, { steps: 4 });
    await page.mouse.up();
    const off = async (label: string, wanted: number) =>
      Math.abs(Number(await number(page, label).inputValue()) - wanted) * perCm;
    await expect.poll(() => off('To the right', right)).toBeLessThan(2.5);
    await expect.poll(() => off('Down', down)).toBeLessThan(2.5);
  });
});

test('a store without customization has no designer', async ({ visit, watch }) => {
  watch.allow(/404/);
  expect(await visit('meeplehouse', '/customize')).toBe(404);
  expect(await visit('casecraft', '/customize')).toBe(404);
});

test('the designer rejects unprintable input, obeys the keyboard, and starts anew from a link', async ({
  page,
  visit,
}) => {
  await test.step('an unprintable text is not ordered as its previous version', async () => {
    await visit('duoworks', '/customize');
    await page.getByRole('button', { name: 'Add text' }).click();
    const text = page.getByLabel('Text', { exact: true });
    const add = page.getByRole('button', { name: 'Add to cart' });
    await text.fill('LOVE');
    await expect(add).toBeEnabled();
    for (const refused of ['LOVE ❤ YOU', '']) {
      await text.fill(refused);
      await expect(page.getByText('A text cannot be printed as it stands.')).toBeVisible();
      await expect(add).toBeDisabled();
    }
    await text.fill('LOVE YOU');
    await expect(add).toBeEnabled();
    await forget(page);
  });

  await test.step('the keyboard moves, rotates, copies and removes like the form', async () => {
    await visit('duoworks', '/customize');
    await pressOn(page.getByRole('button', { name: 'Add text' }));
    await expect(page.getByRole('button', { name: 'Edit Your text' })).toBeVisible();
    const table = page.getByRole('application', { name: 'Design area, front' }).getByRole('button');
    await table.focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown', '.']) await table.press(key);
    await expect(number(page, 'To the right')).toHaveValue('1');
    await expect(number(page, 'Down')).toHaveValue('0.1');
    await expect(number(page, 'Rotation (degrees)')).toHaveValue('5');
    await table.press('Control+d');
    await expect(page.getByRole('button', { name: 'Edit Your text' })).toHaveCount(2);
    await table.press('Delete');
    await table.press('Control+z');
    await expect(page.getByRole('button', { name: 'Edit Your text' })).toHaveCount(2);
    await expect(table).toHaveAccessibleName('Choose the next element');
    await table.press('Enter');
    await expect(table).toHaveAccessibleName('Your text is chosen. Choose the next element');
    await table.press(',');
    await expect(number(page, 'Rotation (degrees)')).toHaveValue('0');
    await forget(page);
  });

  await test.step('a link to another garment starts a new design, and Undo restores the last one', async () => {
    const edits = page.getByRole('button', { name: /^Edit / });
    await visit('duoworks', '/customize?garment=Hoodie');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('For the hoodie');
    await expect(edits).toHaveText([/For the hoodie/]);
    await visit('duoworks', '/customize?garment=Polo%20Shirt');
    await seeToast(page, 'A new design');
    await expect(page.getByLabel('Garment')).toHaveValue('Polo Shirt');
    await expect(edits).toHaveCount(0);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Garment')).toHaveValue('Hoodie');
    await expect(edits).toHaveText([/For the hoodie/]);

    await visit('duoworks', '/customize?garment=Hoodie&text=Only%20this');
    await expect(edits).toHaveText([/Only this/]);
    await page.reload();
    await expect(edits).toHaveText([/Only this/]);
  });
});

test('a color is accepted with 3 or 6 hex digits and otherwise rejected', async ({ page, visit }) => {
  await visit('inkthread', '/customize');
  await page.getByRole('button', { name: 'Add text' }).click();
  const hex = page.getByLabel('Hex code');
  await hex.fill('#12');
  await expect(page.getByText('Use 3 or 6 digits')).toBeVisible();
  await hex.fill('d1293d');
  await expect(page.getByText('Use 3 or 6 digits')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Red', exact: true })).toBeChecked();
});

test("a product's Customize link opens that product in the designer", async ({ page, store, visit }) => {
  const product = await stockProduct(store, {
    tenant_id: 'inkthread',
    name: ownName('Blank hoodie'),
    price: 300,
    stock: 4,
    size: '["M","L"]',
    color: 'black, navy',
    product_type: 'Hoodie',
  });
  await visit('inkthread', `/product/${product.id}`);
  await page.getByRole('link', { name: 'Customize', exact: true }).last().click();
  await expect(page.getByRole('radio', { name: 'navy' })).toBeVisible();
  await page.getByRole('button', { name: 'Add text' }).click();
  await expect(page.getByRole('definition').last()).toHaveText('305 EGP');
  await choose(page, 'Size', 'M');
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await seeToast(page, 'Item added to cart');
  await visit('inkthread', '/cart');
  await expect(page.getByText('305 EGP each')).toBeVisible();
});

test('a design starts with the options of the product page, is not sold in sold-out ones, and is edited from the cart', async ({
  page,
  store,
  visit,
  keepPicture,
}) => {
  const hoodie = await stockVariants(
    store,
    'northblock',
    'Goal hoodie',
    [
      { name: 'Color', kind: 'color', values: ['black', 'white'] },
      { name: 'Size', kind: 'size', values: ['M', 'XL'] },
    ],
    [
      { options: ['black', 'M'], stock: 2 },
      { options: ['black', 'XL'], stock: 2, price: 350 },
      { options: ['white', 'M'], stock: 2 },
      { options: ['white', 'XL'], stock: 0 },
    ],
  );
  await visit('northblock', `/product/${hoodie.id}`);
  await choose(page, 'Color', 'white');
  await choose(page, 'Size', 'M');
  await page.getByRole('link', { name: 'Customize', exact: true }).last().click();
  await expect(page.getByRole('radio', { name: 'white', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked();

  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Goal');
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' });
  await expect(add).toBeEnabled();
  await page.getByRole('radio', { name: /^XL\s*, Sold out$/i }).press('Space');
  await expect(page.getByText('White · XL is sold out. Choose another color or size.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'white, sold out' })).toBeChecked();
  await expect(add).toBeDisabled();
  await keepPicture('northblock-design-sold-out');
  await page.getByRole('radio', { name: 'black', exact: true }).press('Space');
  await expect(page.getByRole('definition').last()).toHaveText('357 EGP');
  await add.click();
  await seeToast(page, 'Item added to cart');

  await visit('northblock', '/cart');
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: hoodie.name });
  await expect(line.getByText('Black · XL · With your design')).toBeVisible();
  await expect(line.getByText('357 EGP each')).toBeVisible();
  await line.getByRole('button', { name: 'Increase quantity' }).click();
  await keepPicture('northblock-cart-design');
  await line.getByRole('link', { name: 'Edit design' }).click();
  await page.getByRole('button', { name: 'Edit Goal' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Own goal');
  await choose(page, 'Size', 'M');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit Own goal' })).toBeVisible();
  await page.getByRole('button', { name: 'Update cart' }).click();
  await seeToast(page, 'Cart updated');
  await expect(page).toHaveURL(/\/cart$/);
  await expect(line).toHaveCount(1);
  await expect(line.getByText('Black · M · With your design')).toBeVisible();
  await expect(line.getByText('307 EGP each')).toBeVisible();
  await expect(line.getByLabel(`Quantity of ${hoodie.name}`)).toHaveValue('2');
});

test('the text typed on the home page is in the designer in its color, and a body measurement leads to a size', async ({
  page,
  visit,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('souk-banners-closed', '1'));
  await visit('inkthread');
  await page.getByLabel('Your line').fill('Ink and thread');
  await expect(page.getByRole('img', { name: /“Ink and thread”/ })).toBeVisible();
  await pressOn(page.getByRole('radio', { name: 'Red' }), 'Space');
  await page.getByRole('link', { name: 'Design yours' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Ink and\nthread');
  await expect(page.getByLabel('Hex code')).toHaveValue(/c8372d/i);
  await expect(page.getByRole('radio', { name: 'white', exact: true })).toBeChecked();
  await page.getByLabel('Text', { exact: true }).fill('Ink only');
  await page.getByRole('radio', { name: 'black', exact: true }).press('Space');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Edit Ink only/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'black', exact: true })).toBeChecked();

  await page.getByRole('button', { name: 'Size chart' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Around your chest (cm)').fill('500');
  await expect(dialog.getByText('Most people measure between 60 and 170 cm here.')).toBeVisible();
  await expect(dialog.getByText('It may be tight on you: XXL is the largest size we make.')).toBeVisible();
  await dialog.getByLabel('Around your chest (cm)').fill('45');
  await expect(dialog.getByText('It will be wide on you: M is the smallest size we make.')).toBeVisible();
  await dialog.getByLabel('Around your chest (cm)').fill('100');
  await expect(dialog.getByText('Your size is L.')).toBeVisible();
  await dialog.getByText('Close', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose M' }).click();
  await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked();
});
