import type { Locator } from '@playwright/test';
import { presets } from '../../app/brands/presets.ts';
import { arabicText } from './arabic-text.ts';
import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { facesInUse, hydrated, pressOn } from './steps.ts';
import { adminOf, demoPages, demoShopper, hire, ownName } from './stock.ts';
import { stockVariants } from './stock-variants.ts';
import { phone } from './viewports.ts';

const saidOf = (namespace: string, key: string, number: number): string =>
  arabicText(namespace, key).replace('{n, number}', String(number));

/** The horizontal center of an element, in px from the left. */
async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0) / 2;
}

/** A super admin who reads the office in Arabic. */
async function arabicOwner(store: Parameters<typeof hire>[0], brand = 'inkthread') {
  const owner = await hire(store, brand, 'super_admin');
  await adminOf(store)
    .from('profiles')
    .update({ office_language: 'ar' })
    .eq('email', owner.email)
    .throwOnError();
  return owner;
}

test('in Arabic the next item is to the left: pictures and featured products', async ({
  page,
  store,
  visit,
}) => {
  await test.step('an Arabic page’s pictures advance to the left, and so do the keys', async () => {
    await visit('meeplehouse', `/ar${(await demoPages(store, 'meeplehouse')).product}`);
    await hydrated(page);
    const gallery = page.getByRole('region', { name: arabicText('product', 'pictures') });
    const show = (number: number) =>
      gallery.getByRole('button', { name: saidOf('product', 'showPicture', number), exact: true });
    expect(await middleOf(show(2))).toBeLessThan(await middleOf(show(1)));
    await gallery.getByRole('listitem').first().getByRole('button').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(show(2)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(show(1)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('the featured products advance to the left', async () => {
    await visit('inkthread', '/ar');
    const row = page.locator('[aria-roledescription=carousel]').first();
    await row.scrollIntoViewIfNeeded();
    const track = row.getByRole('list').first();
    const place = () => track.evaluate((list) => Math.round(list.scrollLeft));
    const [next, previous] = ['next', 'previous'].map((key) =>
      row.getByRole('button', { name: arabicText('home', key), exact: true }),
    );
    if (!next || !previous) throw new Error('The row has no buttons');
    expect(await middleOf(next)).toBeLessThan(await middleOf(previous));
    await pressOn(next);
    await expect.poll(place).toBeLessThan(0);
    await pressOn(previous);
    await expect.poll(place).toBe(0);
  });
});

test('a phone’s filters slide in from the start side', async ({ page, visit }) => {
  await page.setViewportSize(phone);
  await visit('inkthread', '/ar/shop');
  await pressOn(page.getByRole('button', { name: arabicText('catalog', 'filters'), exact: true }));
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  const rightEdge = async () => {
    const box = await sheet.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  await expect.poll(rightEdge).toBe(phone.width);
});

test('an Arabic designer has left on the left, and keeps a design’s place on the garment', async ({
  page,
  visit,
}) => {
  await test.step('a design stays in its place on the garment, whichever way the page reads', async () => {
    await visit('inkthread', '/ar/customize');
    await pressOn(page.getByRole('button', { name: arabicText('customize', 'addText') }));
    const area = page.getByRole('application').getByRole('button');
    const across = page.getByRole('spinbutton', { name: arabicText('customize', 'across'), exact: true });
    await area.focus();
    await area.press('ArrowRight');
    await expect(across).toHaveValue('0.5');
    await area.press('ArrowLeft');
    await area.press('ArrowLeft');
    await expect(across).toHaveValue('-0.5');
  });

  await test.step('an Arabic designer’s zoomed garment moves sideways as far as down', async () => {
    const frame = page.getByRole('application');
    await expect(frame.locator('canvas').first()).toBeVisible();
    const zoomIn = page.getByRole('button', { name: arabicText('customize', 'zoomIn'), exact: true });
    const width = () => frame.evaluate(({ scrollWidth }) => scrollWidth);
    for (const _ of [1, 2, 3]) {
      const before = await width();
      await pressOn(zoomIn);
      await expect.poll(width).toBeGreaterThan(before);
    }
    const place = () =>
      frame.evaluate(({ scrollLeft, scrollTop }) => [-scrollLeft, scrollTop].map(Math.round));
    await expect.poll(async () => (await place())[1]).toBeGreaterThan(0);
    const [sideways, down] = await place();
    expect(sideways).toBe(down);
  });

  await test.step('in an Arabic designer left is left of right, and undo points to the start of the line', async () => {
    await pressOn(page.getByRole('button', { name: arabicText('customize', 'addText') }));
    await page
      .getByRole('textbox', { name: arabicText('customize', 'text'), exact: true })
      .fill('سوق\nالقاهرة');
    const leftOf = async (name: string) =>
      (await page.getByText(name, { exact: true }).boundingBox())?.x ?? 0;
    const [left, right] = [
      arabicText('customize', 'align_line_start'),
      arabicText('customize', 'align_line_end'),
    ];
    expect(await leftOf(left)).toBeLessThan(await leftOf(right));
    const edge = async (name: string) =>
      (await page.getByRole('button', { name: arabicText('customize', name), exact: true }).boundingBox())
        ?.x ?? 0;
    expect(await edge('align_left')).toBeLessThan(await edge('align_right'));
    expect(await edge('redo')).toBeLessThan(await edge('undo'));
    const turned = page
      .getByRole('button', { name: arabicText('customize', 'undo'), exact: true })
      .locator('svg');
    await expect(turned).toHaveCSS('scale', '-1 1');
  });
});

test('an Arabic back office reads from the right: charts, wide tables and addresses', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const owner = await arabicOwner(store);
  await test.step('time runs to the left in the sales chart, with its amounts at the right', async () => {
    await visitAs(owner, 'inkthread', '/ar/admin/reports');
    const plot = page.locator('.recharts-wrapper').first();
    const days = plot.locator('.recharts-xAxis-tick-labels text');
    await expect(days.nth(1)).toBeVisible();
    expect(await middleOf(days.nth(1))).toBeLessThan(await middleOf(days.first()));
    const amounts = plot.locator('.recharts-yAxis-tick-labels text').first();
    expect(await middleOf(amounts)).toBeGreaterThan(await middleOf(plot));
  });

  await test.step('the names of a wide variant table stay at the right while the rest scrolls', async () => {
    await page.setViewportSize(phone);
    const sizes = ['M', 'L'];
    const { id } = await stockVariants(
      store,
      'inkthread',
      'Wide hoodie',
      [{ name: 'Size', kind: 'size', values: sizes }],
      sizes.map((size) => ({ options: [size], stock: 3 })),
    );
    await visit('inkthread', `/ar/admin/products/edit/${id}?tab=variants`);
    const table = page.getByRole('table', { name: arabicText('admin-variants', 'grid') });
    const name = table.getByRole('rowheader').first();
    await expect(name).toBeVisible();
    const frame = table.locator('xpath=..');
    const rightEdge = async (element: Locator) => {
      const box = await element.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    const before = await rightEdge(name);
    expect(Math.abs(before - (await rightEdge(frame)))).toBeLessThanOrEqual(2);
    await frame.evaluate((element) => element.scrollTo({ left: -element.scrollWidth }));
    expect(await frame.evaluate((element) => element.scrollLeft)).toBeLessThan(0);
    expect(await rightEdge(name)).toBe(before);
  });

  await test.step('a customer’s long address is truncated at its end, also where lines begin at the right', async () => {
    await page.setViewportSize(phone);
    await visit('inkthread', '/ar/admin/customers');
    const email = page.getByText(demoShopper('inkthread').email, { exact: true });
    await expect(email).toHaveCSS('direction', 'ltr');
    await expect(email).toHaveCSS('text-overflow', 'ellipsis');
  });
});

test('an Arabic back office calls categories, attributes and question previews as shoppers know them', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const brand = 'meeplehouse';
  const { product } = await demoPages(store, brand);
  await visitAs(await arabicOwner(store, brand), brand, '/ar/admin/products?tab=categories');
  await expect(page.getByRole('row').filter({ hasText: 'تعاونية' })).toBeVisible();
  await visit(brand, product.replace('/product/', '/ar/admin/products/edit/'));
  await expect(page.getByRole('combobox', { name: 'قواعد بالعربية' })).toBeVisible();
  await visit(brand, '/ar/admin/content?tab=faq');
  await expect(page.getByRole('group').filter({ hasText: 'كم تساوي النقاط؟' })).toBeVisible();
});

test('names in either script start where their column does, in a back office in either language', async ({
  page,
  store,
  visitAs,
}) => {
  const family = ownName('Nile').replace(/\W/g, '');
  const names = [`Mona ${family}`, `منى ${family}`];
  for (const name of names) await enrol(store, 'inkthread', name);
  const owners = [
    ['', await hire(store, 'inkthread', 'super_admin'), 'left'],
    ['/ar', await arabicOwner(store), 'right'],
  ] as const;
  for (const [prefix, owner, side] of owners) {
    await visitAs(owner, 'inkthread', `${prefix}/admin/customers?search=${family}`);
    const edges = async () =>
      Promise.all(
        names.map((name) =>
          page.getByText(name, { exact: true }).evaluate((element, edge) => {
            const letters = document.createRange();
            letters.selectNodeContents(element);
            return Math.round(letters.getBoundingClientRect()[edge]);
          }, side),
        ),
      );
    const [first = 0, second = Number.NaN] = await edges();
    expect(Math.abs(first - second), `${side} edges ${first} and ${second}`).toBeLessThanOrEqual(1);
  }
});

test('the headline’s letters on a missing page keep clear of the sentence below, in every brand', async ({
  page,
  visit,
  watch,
}) => {
  watch.allow(/status of 404|answer 404|preloaded using link preload/);
  for (const { id: brand } of presets) {
    await visit(brand, '/ar/a-path-that-leads-nowhere');
    await facesInUse(page);
    const room = await page.getByRole('heading', { level: 1 }).evaluate((headline) => {
      const below = headline.nextElementSibling;
      const context = document.createElement('canvas').getContext('2d');
      if (!below || !context) throw new Error('there is no sentence');
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(headline);
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const foot = document.createElement('span');
      foot.style.display = 'inline-block';
      headline.append(foot);
      const baseline = foot.getBoundingClientRect().bottom;
      foot.remove();
      const reach = context.measureText(headline.textContent).actualBoundingBoxDescent;
      return below.getBoundingClientRect().top - baseline - reach;
    });
    expect(room, brand).toBeGreaterThanOrEqual(0);
  }
});
