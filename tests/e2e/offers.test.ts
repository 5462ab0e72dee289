import type { StoreProcess } from '../support/store-process.ts';
import { expect, test } from './fixtures.ts';
import { inEnglish, seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone } from './viewports.ts';

const tenant_id = 'northblock';

/** A product in a category of its own, so that offers on it concern no other test. */
async function ownGoods(store: StoreProcess) {
  const name = ownName('Games');
  const categories = adminOf(store).from('categories');
  const { data: category } = await categories
    .insert({ tenant_id, name })
    .select('id, name')
    .single()
    .throwOnError();
  const game = await stockProduct(store, {
    tenant_id,
    name: ownName('Game'),
    category_id: category.id,
    price: 100,
    stock: 9,
  });
  return { category, game };
}

test('staff make an offer from parts and read it in words', async ({ store, page, visitAs, keepPicture }) => {
  const { category } = await ownGoods(store);
  await visitAs(await hire(store, tenant_id, 'admin'), tenant_id, '/admin/content?tab=offers');
  await page.getByRole('button', { name: 'New offer' }).click();
  const form = page.getByRole('dialog', { name: 'New offer' });
  const name = ownName('Three for two');
  await form.getByLabel(inEnglish('Name')).fill(name);
  await form.getByLabel('What it gives').selectOption('cheapest');
  await form.getByLabel('Percent off the cheapest').fill('100');
  await form.getByLabel('Reduced pieces in each set').fill('3');
  await form.getByLabel(category.name).check();
  await form.getByLabel('Thursday').check();
  await form.getByRole('button', { name: 'Save offer' }).click();
  await expect(form.getByText('At least one piece and fewer than the set has.')).toBeVisible();
  await form.getByLabel('Reduced pieces in each set').fill('1');
  await keepPicture('northblock-offer-form');
  await form.getByRole('button', { name: 'Save offer' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(`3 pieces: the cheapest free, ${category.name}, Thursday`);
  await keepPicture('northblock-offers');
});

atViewport(phone, () => {
  test('a guest’s cart says what is missing for an offer, and has its price once it is met', async ({
    page,
    store,
    visit,
    keepPicture,
  }) => {
    const { category, game } = await ownGoods(store);
    const name = ownName('Second half price');
    const offer = { tenant_id, name, kind: 'cheapest', value: 50, set_size: 2, reduced_pieces: 1 } as const;
    await adminOf(store)
      .from('offers')
      .insert({ ...offer, category_ids: [category.id] })
      .throwOnError();
    await visit(tenant_id, `/product/${game.id}`);
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
    await seeToast(page, 'Item added to cart');
    await visit(tenant_id, '/cart');
    await expect(page.getByText(`One more piece for “${name}”`)).toBeVisible();
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary.getByText(name)).toBeVisible();
    await expect(summary).toContainText('50 EGP');
    await keepPicture('northblock-cart-with-offer-360');
  });
});
