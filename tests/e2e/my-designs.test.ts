import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf } from './stock.ts';

test('a saved design that was removed comes back as it was', async ({
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
