import { expect, test } from './fixtures.ts';
import { searchFor, seeToast } from './steps.ts';
import { hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const brand = 'meeplehouse';

atViewport(phone, () => {
  test('staff define synonyms by keyboard, a shopper finds products by them, and a deleted one is restored', async ({
    page,
    store,
    visit,
    visitAs,
    somebodyElse,
    keepPicture,
  }) => {
    const name = ownName('Amber lantern');
    await stockProduct(store, { tenant_id: brand, name, price: 90, stock: 5 });
    const word = ownName('souvenir').replaceAll(' ', '');
    const found = name.split(' ').at(-1) ?? '';
    await visitAs(await hire(store, brand, 'admin'), brand, '/admin/products');
    await page.getByRole('combobox', { name: 'Products' }).selectOption('Search words');
    await page.getByRole('button', { name: 'New search word' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Shoppers look for').fill(word);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter at least one word that is found.')).toBeVisible();
    await dialog.getByLabel('They also find').fill(`${found}, nothing else`);
    await keepPicture('search-word-360');
    await page.keyboard.press('Enter');
    await seeToast(page, `Saved: ${word}`);
    await expect(page.getByRole('row', { name: word })).toContainText(`${found}, nothing else`);
    await keepPicture('search-words-360');

    const shopper = await somebodyElse();
    await visit(brand, '/', shopper);
    await searchFor(shopper, word);
    await expect(shopper.getByRole('main').getByRole('link', { name })).toBeVisible();

    await page.getByRole('button', { name: `Delete ${word}` }).click();
    await seeToast(page, `Deleted: ${word}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name: word })).toBeVisible();
    await page.getByRole('button', { name: `Edit ${word}` }).click();
    await expect(dialog.getByLabel('They also find')).toHaveValue(`${found}, nothing else`);
  });
});
