import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { hire } from './stock.ts';

const upload = '**/storage/v1/object/upload/sign/**';

test('each upload shows its progress, a failed one says why and delays no other, and nothing is saved before the last has finished', async ({
  page,
  store,
  visitAs,
  watch,
}) => {
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/products/new');
  await expect(page.getByRole('heading', { name: 'New product', level: 1 })).toBeVisible();

  watch.allow(/upload\/sign.*|status of 413/);
  const [held, filmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route(upload, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const refuse = () => route.fulfill({ status: 413, json: { message: 'The object exceeded the size' } });
    if (route.request().url().includes('.mp4')) {
      await filmed.promise;
      return refuse();
    }
    sent += 1;
    if (sent === 2) return refuse();
    await held.promise;
    await route.fallback();
  });
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#3b6e8f' } })
    .png()
    .toBuffer();
  await page.getByLabel('Add pictures').setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer },
    { name: 'back.png', mimeType: 'image/png', buffer },
  ]);

  const files = page.getByRole('list', { name: 'Uploading' }).getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(files.first().getByRole('progressbar', { name: 'Upload of front.png' })).toBeVisible();
  await expect(files.last()).toContainText('Waiting');
  await expect(
    page.getByRole('status').filter({ hasText: 'Uploading front.png, 2 files left' }),
  ).toBeAttached();
  await expect(page.getByRole('button', { name: 'Save product' })).toBeDisabled();
  held.resolve();
  await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveCount(1);
  await expect(files).toHaveCount(1);
  await expect(files.getByRole('alert')).toHaveText('Not uploaded: The object exceeded the size');
  const save = page.getByRole('button', { name: 'Save product' });
  await expect(save).toBeEnabled();

  await page.getByLabel('Add videos').setInputFiles({ name: 'turn.mp4', mimeType: 'video/mp4', buffer });
  await expect(save).toBeDisabled();
  await page.getByLabel('Add pictures').setInputFiles({ name: 'side.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('list', { name: 'Pictures' }).getByRole('img')).toHaveCount(2);
  await expect(save).toBeDisabled();
  filmed.resolve();
  await expect(save).toBeEnabled();
});

test('a file that only has a picture’s name is rejected in the form and not sent', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  let sent = 0;
  await page.route(upload, (route) => {
    sent += 1;
    return route.fallback();
  });
  const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('No picture') };
  await visitAs(await hire(store, 'northblock', 'admin'), 'northblock', '/admin/products/new');
  await page.getByLabel('Add pictures').setInputFiles(fake);
  await expect(page.getByText('This file is no picture that can be shown.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Pictures' })).toBeHidden();

  await visit('northblock', '/admin/content');
  await page.getByRole('button', { name: 'New banner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Picture').setInputFiles(fake);
  await expect(dialog.getByText('This file is no picture that can be shown.')).toBeVisible();
  expect(sent).toBe(0);
});
