import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { hire } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const BRAND = 'northblock';

atViewport(phone, () => {
  test('staff word a message with a fact as a chip, are told which fact is missing, preview it and return to the default', async ({
    page,
    store,
    visitAs,
    keepPicture,
  }) => {
    await visitAs(await hire(store, BRAND, 'admin'), BRAND, '/admin/settings/messages');
    const subject = page.getByRole('region', { name: 'Subject of the mail, and the text message' });
    const english = subject.getByRole('textbox', { name: 'English' });
    const chip = english.getByText('Order number', { exact: true });
    const missing = subject.getByText(/^This text no longer says: .*Order number/);
    await expect(chip).toBeVisible();

    await english.fill('Good news about ');
    await expect(missing).toBeVisible();
    await keepPicture('admin-messages-missing-360');
    await subject.getByRole('button', { name: 'Order number' }).first().click();
    await expect(chip).toBeVisible();
    await expect(missing).toHaveCount(0);

    const preview = page.getByRole('region', { name: 'Preview' });
    const newest = await preview.getByLabel('Order').locator('option').first().textContent();
    const number = newest?.split(' ')[0];
    await preview.getByRole('button', { name: 'Show' }).click();
    await expect(preview.getByText(`Good news about ${number}`, { exact: true })).toBeVisible();
    await keepPicture('admin-messages-preview-360');

    await subject.getByRole('button', { name: 'Save' }).first().click();
    await seeToast(page, 'Text saved');
    await page.reload();
    await expect(english).toContainText('Good news about Order number');
    await subject.getByRole('button', { name: 'Use the default' }).click();
    await seeToast(page, 'The default is used again');
    await expect(english).not.toContainText('Good news');
    await expect(subject.getByRole('button', { name: 'Use the default' })).toHaveCount(0);
  });
});
