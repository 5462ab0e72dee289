import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName } from './stock.ts';

const BRAND = 'duoworks';

/** The question about a conflict between two versions. */
const questionIn = (dialog: Locator) =>
  dialog.getByRole('alert').filter({ hasText: 'Somebody saved a newer version' });

/** The choice between two people's values of a field. */
const choiceOf = (dialog: Locator, field: string) =>
  questionIn(dialog).getByRole('group', { name: field, exact: true });

async function openEditors(pages: readonly Page[], button: string): Promise<Locator[]> {
  return Promise.all(
    pages.map(async (page) => {
      await page.getByRole('button', { name: button }).click();
      return page.getByRole('dialog');
    }),
  );
}

test('two people save the same banner, code and delivery slot: both versions are shown, and no input is lost', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const admin = adminOf(store);
  const tenant = { tenant_id: BRAND };
  const title = ownName('Two hands');
  const code = ownName('PAIR').replace(' ', '-').toUpperCase();
  const shown = await admin.from('banners').select('image_url').eq('tenant_id', BRAND).limit(1).single();
  const image = shown.data?.image_url ?? '';
  const added = await Promise.all([
    admin.from('banners').insert({ ...tenant, title, image_url: image, position: 90 }),
    admin.from('discounts').insert({ ...tenant, code, kind: 'percent', value: 10 }),
    admin.from('delivery_slots').insert({
      ...tenant,
      day_of_week: 5,
      from_time: '22:00',
      to_time: '23:00',
      capacity: 4,
    }),
  ]);
  expect(added.map(({ error }) => error)).toEqual([null, null, null]);

  const second = await somebodyElse();
  const people = [page, second];
  await Promise.all(
    people.map(async (who) => {
      await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/content', who);
      await expect(who.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible();
    }),
  );

  const [mine, theirs] = await openEditors(people, `Edit ${title}`);
  if (!mine || !theirs) throw new Error('No editor opened');
  for (const editor of [mine, theirs]) {
    await expect(editor.getByText('Staff of the test has this open too')).toBeVisible();
  }
  await theirs.getByLabel(inEnglish('Title')).fill(`${title}, theirs`);
  await theirs.getByRole('button', { name: 'Save banner' }).click();
  await seeToast(second, /^Saved: /);
  await mine.getByLabel(inEnglish('Title')).fill(`${title}, mine`);
  await mine.getByLabel('Link').fill('/deals');
  await mine.getByRole('button', { name: 'Save banner' }).click();
  await expect(choiceOf(mine, 'Title').getByRole('radio', { name: /^Yours/ })).toBeChecked();
  await expect(choiceOf(mine, 'Title')).toContainText(`${title}, theirs`);
  await expect(choiceOf(mine, 'Link'), 'only one person changed the link').toHaveCount(0);
  await keepPicture('admin-two-versions-1280');
  await mine.getByRole('button', { name: 'Back to the form' }).click();
  await expect(mine.getByLabel(inEnglish('Title'))).toHaveValue(`${title}, mine`);
  await expect(mine.getByLabel('Link')).toHaveValue('/deals');
  await mine.getByRole('button', { name: 'Save banner' }).click();
  await choiceOf(mine, 'Title')
    .getByRole('radio', { name: /^Saved meanwhile/ })
    .check();
  await mine.getByRole('button', { name: 'Save the chosen version' }).click();
  await expect(mine).toHaveCount(0);
  const banner = await admin.from('banners').select('title, link_url').like('title', `${title}%`).single();
  expect(banner.data).toEqual({ title: `${title}, theirs`, link_url: '/deals' });

  await Promise.all(people.map((who) => who.getByRole('tab', { name: 'Discount codes' }).click()));
  const [myCode, theirCode] = await openEditors(people, `Edit ${code}`);
  if (!myCode || !theirCode) throw new Error('No editor opened');
  await theirCode.getByLabel('Percent', { exact: true }).fill('20');
  await theirCode.getByRole('button', { name: 'Save code' }).click();
  await expect(theirCode).toHaveCount(0);
  await myCode.getByLabel(inEnglish('Description')).fill('For pairs');
  await myCode.getByRole('button', { name: 'Save code' }).click();
  // Each changed another field: both are saved without a question.
  await expect(myCode).toHaveCount(0);
  const discount = await admin.from('discounts').select('value, description').eq('code', code).single();
  expect(discount.data).toEqual({ value: 20, description: 'For pairs' });

  await Promise.all(people.map((who) => visit(BRAND, '/admin/delivery-slots', who)));
  const [mySlot, theirSlot] = await openEditors(people, 'Edit Friday, 22:00–23:00');
  if (!mySlot || !theirSlot) throw new Error('No editor opened');
  await theirSlot.getByLabel('Orders a day').fill('6');
  await theirSlot.getByRole('button', { name: 'Save slot' }).click();
  await expect(theirSlot).toHaveCount(0);
  await mySlot.getByLabel('Orders a day').fill('9');
  await mySlot.getByRole('button', { name: 'Save slot' }).click();
  await expect(choiceOf(mySlot, 'Orders a day')).toContainText('6');
  await mySlot.getByRole('button', { name: 'Save the chosen version' }).click();
  await expect(mySlot).toHaveCount(0);
  const own = { ...tenant, from_time: '22:00', to_time: '23:00' };
  const slot = await admin.from('delivery_slots').delete().match(own).select('capacity').single();
  expect(slot.data).toEqual({ capacity: 9 });
});

test('an open editor says so when its person loses their role', async ({ page, store, visitAs }) => {
  const admin = adminOf(store);
  const code = ownName('LATE').replace(' ', '-').toUpperCase();
  const { error } = await admin
    .from('discounts')
    .insert({ tenant_id: BRAND, code, kind: 'percent', value: 10 });
  expect(error).toBeNull();
  const person = await hire(store, BRAND, 'admin');
  await visitAs(person, BRAND, '/admin/content?tab=codes');
  await page.getByRole('button', { name: `Edit ${code}` }).click();
  const editor = page.getByRole('dialog');
  await editor.getByLabel(inEnglish('Description')).fill('For friends');
  await admin.from('user_roles').update({ role: 'user' }).eq('user_id', person.id).throwOnError();
  await editor.getByRole('button', { name: 'Save code' }).click();
  await expect(editor.getByText('Your account may not change this.')).toBeVisible();
  await expect(editor.getByLabel(inEnglish('Description'))).toHaveValue('For friends');
});

test('an editor with unsaved changes asks before it closes, by Cancel, Escape, an outside click, Back, the palette and the window', async ({
  page,
  store,
  visitAs,
}) => {
  await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/reports');
  await page.getByRole('link', { name: 'Content' }).click();
  await page.getByRole('button', { name: 'New banner' }).first().click();
  const editor = page.getByRole('dialog', { name: 'New banner' });
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toHaveCount(0);

  await page.getByRole('button', { name: 'New banner' }).first().click();
  await editor.getByLabel(inEnglish('Title')).fill('Half a banner');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const close of [
    () => editor.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]) {
    await close();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(editor.getByLabel(inEnglish('Title'))).toHaveValue('Half a banner');
  }
  const goTo = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to anything' }).getByRole('combobox').fill(name);
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
  };
  for (const leave of [() => page.goBack(), () => goTo('Reports')]) {
    await leave();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(editor.getByLabel(inEnglish('Title'))).toHaveValue('Half a banner');
  }
  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await expect(editor.getByLabel(inEnglish('Title'))).toHaveValue('Half a banner');
  // Right after the browser's own dialog, a key press is sometimes lost.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(editor).toHaveCount(0);
});
