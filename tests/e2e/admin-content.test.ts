import { expect, test } from './fixtures.ts';
import { holdRequests, holdResponse } from './held-requests.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockBanners } from './stock.ts';

/** The smallest PNG that browsers draw: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('staff add, sort and undo banners, create a code, answer a question and write a legal text, and shoppers see it', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
  watch,
}) => {
  // An existing question.
  watch.allow(/faq_questions|status of 409/);
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/content');
  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible();

  const title = ownName('Night drop');
  await page.getByRole('button', { name: 'New banner' }).click();
  const dialog = page.getByRole('dialog', { name: 'New banner' });
  await dialog.getByRole('button', { name: 'Save banner' }).click();
  await expect(dialog.getByText('Enter a title.')).toBeVisible();
  await dialog.getByLabel(inEnglish('Title')).fill(title);
  await dialog
    .getByLabel('Picture')
    .setInputFiles({ name: 'drop.png', mimeType: 'image/png', buffer: pixel });
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const popUp = page.getByRole('dialog', { name: 'Promotions' });
  await expect(popUp.getByText(title)).toBeVisible();
  await popUp.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Save banner' }).click();
  await seeToast(page, `Saved: ${title}`);
  // Nothing behind the dialog takes the focus, and closing the dialog returns it.
  await expect(dialog).toHaveCount(0);

  const rows = page.getByRole('table', { name: 'Banners' }).locator('tbody').getByRole('row');
  await expect(rows.last()).toContainText(title);
  const place = (await rows.count()) - 1;
  await page.getByRole('button', { name: `Move ${title}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${title} is now at place ${place + 1} of`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`${title} is now at place ${place} of`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows.nth(place - 1)).toContainText(title);
  const positions = async () => {
    const { data } = await adminOf(store)
      .from('banners')
      .select('title, image_url')
      .eq('tenant_id', 'northblock')
      .order('position');
    return data ?? [];
  };
  await expect.poll(async () => (await positions())[place - 1]?.title).toBe(title);
  await page.getByRole('button', { name: `Move ${title} down` }).click();
  await expect(rows.nth(place)).toContainText(title);
  await expect.poll(async () => (await positions())[place]?.title).toBe(title);
  await page.getByRole('button', { name: `Move ${title} up` }).click();
  await expect.poll(async () => (await positions())[place - 1]?.title).toBe(title);
  expect((await positions())[place - 1]?.image_url).toMatch(
    /\/banners\/banner-images\/northblock\/[0-9a-f-]{36}\.png$/,
  );

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(rows.filter({ hasText: title })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows.nth(place - 1)).toContainText(title);

  await page.getByRole('tab', { name: 'Discount codes' }).click();
  await page.getByRole('button', { name: 'New code' }).click();
  const form = page.getByRole('dialog', { name: 'New discount code' });
  const code = ownName('NIGHT').replace(' ', '-').toUpperCase();
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Percent', { exact: true }).fill('140');
  await form.getByRole('button', { name: 'Save code' }).click();
  await expect(form.getByText('Enter a percentage above 0 and up to 100.')).toBeVisible();
  await form.getByLabel('Percent', { exact: true }).fill('15');
  const until = form.getByLabel('Runs until');
  await until.pressSequentially('12012030');
  await form.getByRole('button', { name: 'Save code' }).click();
  await expect(form.getByRole('alert')).toHaveText(/A date or time is not complete/);
  await expect(until).toBeFocused();
  await until.fill('');
  await form.getByRole('button', { name: 'Save code' }).click();
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('15% off');

  await page.getByRole('tab', { name: 'FAQ' }).click();
  const question = `${ownName('Do you print at night')}?`;
  const faq = page.getByRole('table', { name: 'FAQ' }).locator('tbody').getByRole('row');
  const dialogs = page.getByRole('dialog');
  await expect(faq.first()).toBeVisible();
  const before = await faq.count();
  for (const [asked, answer] of [
    [question, 'Only on Thursdays.'],
    [`${question} Really?`, 'Yes.'],
  ] as const) {
    await page.getByRole('button', { name: 'New question' }).click();
    await dialogs.getByLabel(inEnglish('Question')).fill(asked);
    await dialogs.getByLabel(inEnglish('Answer')).fill(answer);
    await dialogs.getByRole('button', { name: 'Save question' }).click();
    await expect(dialogs).toHaveCount(0);
  }
  await expect(faq).toHaveCount(before + 2);
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(question).first()).toBeVisible();
  await page.getByRole('button', { name: 'New question' }).click();
  await dialogs.getByLabel(inEnglish('Question')).fill(question);
  await dialogs.getByLabel(inEnglish('Answer')).fill('Again.');
  await dialogs.getByRole('button', { name: 'Save question' }).click();
  await expect(dialogs.getByText('This question is there already.')).toBeVisible();
  await dialogs.getByRole('button', { name: 'Cancel' }).click();
  await dialogs.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: `Move ${question} Really? up` }).click();
  await expect(faq.nth(before)).toContainText('Really?');
  await keepPicture('admin-faq-1280');
  await page.getByRole('button', { name: `Delete ${question} Really?` }).click();
  await seeToast(page, /^Deleted: /);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(faq.nth(before)).toContainText('Really?');
  await page.getByRole('button', { name: `Edit ${question}`, exact: true }).click();
  await dialogs.getByLabel(inEnglish('Answer')).fill('Only on Fridays.');
  await dialogs.getByRole('button', { name: 'Save question' }).click();
  await seeToast(page, /^Saved: /);
  await expect(faq.last()).toContainText('Only on Fridays.');

  await page.getByRole('tab', { name: 'Legal texts' }).click();
  const rule = ownName('Send it back within 40 days');
  await page.getByLabel(inEnglish('Shipping & Returns')).fill(rule);
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(rule)).toBeVisible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await seeToast(page, 'Saved: Legal texts');

  const shopper = await somebodyElse();
  await expect(async () => {
    await visit('northblock', '/faq', shopper);
    await expect(shopper.getByText(question).first()).toBeVisible({ timeout: 1_000 });
    await shopper.getByRole('button', { name: 'Shipping & Returns' }).click();
    await expect(shopper.getByRole('dialog').getByText(rule)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect
    .poll(() => shopper.evaluate(() => fetch('/banners').then((answer) => answer.text())))
    .toContain(title);
});

test('a banner stays in its last position while an earlier move is still being saved', async ({
  page,
  store,
  visitAs,
}) => {
  const [first, second] = [ownName('Early bird'), ownName('Night owl')];
  await stockBanners(store, 'duoworks', [first, second], 9_000);
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/content');
  const rows = page.getByRole('table', { name: 'Banners' }).locator('tbody').getByRole('row');
  await expect(rows.last()).toContainText(second);
  const place = (await rows.count()) - 1;

  // The first of two moves is saved; the list read after it is held back.
  const reading = await holdResponse<{ title: string; description: string | null }[]>(
    page,
    '**/rest/v1/banners?*',
    (banners) =>
      banners.map((one) => (one.title === first ? { ...one, description: 'As it was read' } : one)),
  );
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await expect(rows.last()).toContainText(first);
  await reading.answered;

  // The second move is still saving when that list arrives.
  const saving = await holdRequests(page, '**/rest/v1/rpc/order_banners*');
  await page.getByRole('button', { name: `Move ${second} down` }).click();
  await expect(rows.last()).toContainText(second);
  reading.release();
  await expect(page.getByText('As it was read')).toBeVisible();
  await expect(rows.last()).toContainText(second);
  saving.release();
  await expect(page.getByText('As it was read')).toHaveCount(0);
  await expect(rows.last()).toContainText(second);
  await expect(rows.nth(place - 1)).toContainText(first);
});

test('a banner moved repeatedly never jumps back, in whichever order React renders reads and moves', async ({
  page,
  store,
  visitAs,
}) => {
  const [first, second] = [ownName('Hopping hare'), ownName('Hopping frog')];
  await stockBanners(store, 'duoworks', [first, second], 9_500);
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/content');
  const rows = page.getByRole('table', { name: 'Banners' }).locator('tbody').getByRole('row');
  await expect(rows.last()).toContainText(second);
  const lasts = await rows.last().evaluateHandle((row) => {
    const seen: string[] = [];
    const body = row.parentElement;
    const note = () => seen.push(body?.lastElementChild?.textContent ?? '');
    if (body) new MutationObserver(note).observe(body, { childList: true });
    return seen;
  });
  // React schedules transitions on ten lanes in rotation: enough turns that each lane comes first.
  const expected: string[] = [];
  for (let turn = 0; turn < 14; turn += 1) {
    const [way, last] = turn % 2 ? ['down', second] : ['up', first];
    const read = page.waitForResponse(/\/rest\/v1\/banners\?select/);
    await page.getByRole('button', { name: `Move ${second} ${way}` }).click();
    await expect(rows.last()).toContainText(last);
    await read;
    await expect(rows.last()).toContainText(last);
    expected.push(last);
  }
  const seen = await lasts.jsonValue();
  expect(seen.map((text) => [first, second].find((name) => text.includes(name)))).toEqual(expected);
});
