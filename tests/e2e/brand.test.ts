import { expect, test } from './fixtures.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire } from './stock.ts';

const drawing = (inner: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${inner}</svg>`),
});

test('an owner changes name, logo, color and headline, and sees them in the store in both languages', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, somebodyElse, watch }) => {
  const brands = () => adminOf(store).from('brands');
  const before = await brands().select('*').eq('tenant_id', 'duoworks').single().throwOnError();
  const { name, logo, primary_color, hero_title, translations } = before.data;
  const shopper = await somebodyElse();
  await test.step('the office shows what the colors become, and takes the change', async () => {
    await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/settings?tab=brand');
    await expect(page.getByLabel(inEnglish('Name of the store'))).toHaveValue(name);
    await page.getByLabel(inEnglish('Name of the store')).fill('Delta Wear');
    await page.getByLabel(/^Name of the store \(Arabic\)/).fill('دلتا وير');
    const logoField = page.getByLabel('Logo', { exact: true });
    // The refusal.
    watch.allow(/422/);
    await logoField.setInputFiles(drawing('<script>alert(1)</script>'));
    await expect(page.getByText('This SVG contains a script', { exact: false })).toBeVisible();
    await logoField.setInputFiles(drawing('<rect width="40" height="10" fill="#006655"/>'));
    await expect(page.locator('img[src^="/brand-files/duoworks/"]').first()).toBeVisible();
    await page.getByLabel('First color').fill('green');
    await expect(page.getByText('Write both colors to see their shades.')).toBeVisible();
    await page.keyboard.press('Control+S');
    await expect(page.getByText('Write a color as six digits, such as #5879DB.')).toBeVisible();
    await page.getByLabel('First color').fill('#006655');
    await expect(page.getByText('Light pages')).toBeVisible();
    await page.getByLabel(inEnglish('Headline')).fill('Made in the Delta');
    await page.getByLabel(/^Headline \(Arabic\)/).fill('صُنع في الدلتا');
    const draft = page.frameLocator('iframe[title="Store"]').getByRole('heading', { level: 1 });
    await expect(draft).toHaveText(/Made in the Delta/);
    await page.getByRole('radio', { name: 'العربية' }).check({ force: true });
    await expect(draft).toHaveText(/صُنع في الدلتا/);
    await page.keyboard.press('Control+S');
    await seeToast(page, 'Saved: Brand');
  });
  try {
    await test.step('shoppers see it in English and in Arabic', async () => {
      await expect(async () => {
        await visit('duoworks', '/', shopper);
        await expect(shopper).toHaveTitle(/Delta Wear/, { timeout: 1_000 });
      }).toPass();
      await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(/Made in the Delta/);
      await expect(shopper.getByRole('banner').locator('img[src^="/brand-files/duoworks/"]')).toBeVisible();
      const color = await shopper.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--brand'),
      );
      expect(color).toBe('#006655');
      await expect(async () => {
        await visit('duoworks', '/ar', shopper);
        await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(/صُنع في الدلتا/, {
          timeout: 1_000,
        });
      }).toPass();
      await expect(shopper).toHaveTitle(/دلتا وير/);
    });
  } finally {
    await brands()
      .update({ name, logo, primary_color, hero_title, translations })
      .eq('tenant_id', 'duoworks')
      .throwOnError();
  }
});
