import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf } from './stock.ts';

test('a removed design is restored exactly as it was', async ({
  page,
  store,
  visitAs,
  keepPicture,
  watch,
}) => {
  const nour = await enrol(store, 'inkthread', 'Nour Adel');
  const rows = async () => {
    const { data, error } = await adminOf(store).from('customizations').select('*').eq('user_id', nour.id);
    if (error) throw new Error(error.message);
    return data;
  };
  await visitAs(nour, 'inkthread', '/customize');
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Made by hand in Cairo for everybody');
  await page.getByRole('button', { name: 'Save design' }).click();
  await seeToast(page, 'Design saved');
  const mine = page.getByRole('region', { name: 'My designs' });
  const remove = mine.getByRole('button', { name: /^Remove / });
  await expect(remove).toHaveCount(1);
  const [saved] = await rows();

  await remove.click();
  await seeToast(page, 'Design removed', 'Made by hand in Cairo for ever…');
  await expect(mine.getByText('You have not saved a design yet.')).toBeVisible();
  expect(await rows()).toEqual([]);
  await keepPicture('inkthread-design-removed');
  await page
    .getByRole('region', { name: /notifications/i })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(remove).toHaveCount(1);
  expect(await rows()).toEqual([saved]);
  await mine.getByRole('button', { name: /^Open / }).click();
  await expect(page.getByRole('button', { name: /^Edit Made by hand in Cairo/ })).toBeVisible();

  watch.allow(/customizations|net::ERR_FAILED/);
  await page.route('**/rest/v1/customizations*', (route) => route.abort());
  await remove.click();
  await seeToast(page, 'Design not removed', 'We could not reach the store.');
  await expect(remove).toHaveCount(1);
  expect(await rows()).toEqual([saved]);
});

test('a draft stays with its author, and the next person in the same browser saves their own', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const nour = await enrol(store, 'inkthread', 'Nour Adel');
  const hany = await enrol(store, 'inkthread', 'Hany Aziz');
  const write = async (text: string) => {
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Text', { exact: true }).fill(text);
  };
  const edit = (text: string) => page.getByRole('button', { name: `Edit ${text}`, exact: true });
  await visitAs(nour, 'inkthread', '/customize');
  await write('Words of Nour');
  await page.getByRole('button', { name: 'Save design' }).click();
  await seeToast(page, 'Design saved');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out');

  await visit('inkthread', '/customize');
  await expect(page.getByText('Nothing here yet.', { exact: false })).toBeVisible();
  await write('Words of a guest');
  await visitAs(hany, 'inkthread', '/customize');
  await expect(edit('Words of a guest')).toBeVisible();
  await page.getByRole('button', { name: 'Save design' }).click();
  await seeToast(page, 'Design saved');
  const { data } = await adminOf(store).from('customizations').select('name').eq('user_id', hany.id);
  expect(data).toEqual([{ name: 'Words of a guest' }]);

  await visitAs(nour, 'inkthread', '/customize');
  await expect(edit('Words of Nour')).toBeVisible();
  await expect(edit('Words of a guest')).toHaveCount(0);
});

test('a shopper reads why a design is rejected, and no database message', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  watch.allow(/customizations|status of 40[03]/);
  const nour = await enrol(store, 'inkthread', 'Nour Adel');
  const refusals = [
    { status: 403, code: '42501', message: 'new row violates row-level security policy' },
    { status: 400, code: 'P0001', message: 'Too many.', details: 'too_many_designs' },
  ];
  await page.route('**/rest/v1/customizations*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { status = 500, ...json } = refusals.shift() ?? {};
    return route.fulfill({ status, json });
  });
  await visitAs(nour, 'inkthread', '/customize');
  await page.getByRole('button', { name: 'Add text' }).click();
  const save = page.getByRole('button', { name: 'Save design' });
  await save.click();
  await seeToast(page, 'Design not saved', 'We could not reach the store.');
  await save.click();
  await seeToast(page, 'Design not saved', 'You can keep up to 500 designs. Remove one first.');
});
