import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockBanners, stockProduct } from './stock.ts';

const brand = 'northblock';

test('staff find untranslated texts, write Arabic next to the English, and shoppers read it at once', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const product = await stockProduct(store, {
    tenant_id: brand,
    name: ownName('Quay hoodie'),
    description: 'Heavy cotton.',
    price: 90,
    stock: 4,
    size: 'M, L',
    color: 'Black',
  });
  const title = ownName('Harbour week');
  await stockBanners(store, brand, [title]);
  await adminOf(store).from('banners').update({ is_active: true }).eq('title', title).throwOnError();
  const [name, banner] = [ownName('هودي الرصيف'), ownName('أسبوع المرفأ')];

  await visitAs(await hire(store, brand, 'admin'), brand, '/admin/content?tab=translations');
  await expect(page.getByRole('listitem').filter({ hasText: 'Banners' })).toContainText('not translated');
  await keepPicture('admin-translations');
  await page.getByRole('link', { name: 'Products', exact: true }).last().click();
  await page.getByRole('searchbox').fill(product.name);
  await expect(page.getByRole('row', { name: product.name })).toBeVisible();
  await page.getByRole('link', { name: product.name }).first().click();

  const about = page.getByRole('group', { name: 'About it' });
  const arabic = about.getByLabel('Name (Arabic)');
  await expect(arabic).toHaveAttribute('dir', 'rtl');
  await expect(arabic).toHaveAttribute('lang', 'ar');
  await expect(about.getByText('Not translated').first()).toBeVisible();
  await arabic.fill('ا'.repeat(201));
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(arabic).toHaveAttribute('aria-invalid', 'true');
  await arabic.fill(name);
  await about.getByLabel('Description (Arabic)').fill('قطن ثقيل.');
  await keepPicture('admin-product-arabic');
  await page.getByRole('button', { name: 'Save product' }).click();
  await seeToast(page, /^Saved/);

  const shopper = await somebodyElse();
  await visit(brand, `/ar/product/${product.id}`, shopper);
  await expect(shopper.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(shopper.getByText('قطن ثقيل.').first()).toBeVisible();

  await visit(brand, '/admin/content?tab=banners&show=untranslated');
  const only = page.getByRole('button', { name: /^Not translated: / });
  await expect(only).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title (Arabic)').fill(banner);
  await keepPicture('admin-banner-arabic');
  await dialog.getByRole('button', { name: 'Save banner' }).click();
  await seeToast(page, `Saved: ${title}`);
  await expect(page.getByRole('row', { name: title })).toHaveCount(0);
  await expect
    .poll(() => shopper.evaluate(() => fetch('/ar/banners').then((answer) => answer.text())))
    .toContain(banner);
});

test('staff translate option values into Arabic, and shoppers choose by them', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const name = ownName('Dock tee');
  const product = await stockProduct(store, {
    tenant_id: brand,
    name,
    price: 90,
    stock: 4,
    color: 'Graphite, Rust',
  });
  await visitAs(await hire(store, brand, 'admin'), brand, `/admin/products/edit/${product.id}`);
  await page.getByLabel('Rust (Arabic)').fill('صدأ');
  await page.getByRole('button', { name: 'Save variants' }).click();
  await seeToast(page, 'Variants saved');
  const shopper = await somebodyElse();
  await expect(async () => {
    await visit(brand, `/ar/product/${product.id}`, shopper);
    await expect(shopper.getByRole('radio', { name: 'صدأ' })).toBeAttached({ timeout: 1_000 });
  }).toPass();
});

test('two people translating the same text choose between their versions, and other texts are merged', async ({
  page: mine,
  store,
  visitAs,
  somebodyElse,
}) => {
  const title = ownName('Night market');
  await stockBanners(store, brand, [title]);
  const theirs = await somebodyElse();
  for (const page of [mine, theirs]) {
    await visitAs(await hire(store, brand, 'admin'), brand, '/admin/content?tab=banners', page);
    await page.getByRole('button', { name: `Edit ${title}` }).click();
  }
  const dialog = theirs.getByRole('dialog');
  await dialog.getByLabel('Title (Arabic)').fill('سوق الليل');
  await dialog.getByLabel('Description (Arabic)').fill('كل جمعة');
  await dialog.getByRole('button', { name: 'Save banner' }).click();
  await seeToast(theirs, `Saved: ${title}`);

  const own = mine.getByRole('dialog');
  await own.getByLabel('Title (Arabic)').fill('سوق المساء');
  await own.getByRole('button', { name: 'Save banner' }).click();
  const question = own.getByRole('group', { name: 'Title (Arabic)' });
  await expect(question).toContainText('سوق الليل');
  await expect(own.getByRole('group', { name: 'Description (Arabic)' })).toHaveCount(0);
  await own.getByRole('button', { name: 'Save the chosen version' }).click();
  await seeToast(mine, `Saved: ${title}`);
  const saved = async () => {
    const banners = adminOf(store).from('banners').select('translations').eq('title', title);
    return (await banners.single().throwOnError()).data.translations;
  };
  await expect.poll(saved).toEqual({ ar: { title: 'سوق المساء', description: 'كل جمعة' } });
});

test('a person works in their chosen language, in every window, whatever link they follow', async ({
  page,
  store,
  visit,
  visitAs,
}) => {
  const staff = await hire(store, brand, 'admin');
  const [name, arabic] = [ownName('Sold out sweater'), ownName('بلوفر نفد')];
  await stockProduct(store, {
    tenant_id: brand,
    name,
    price: 90,
    stock: 0,
    translations: { ar: { name: arabic } },
  });
  await visitAs(staff, brand, '/admin/orders?queue=returns');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page).toHaveURL(/\/ar\/admin\/orders\?queue=returns$/);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const kept = async () => {
    const profile = adminOf(store).from('profiles').select('office_language').eq('id', staff.id);
    return (await profile.single().throwOnError()).data.office_language;
  };
  expect(await kept()).toBe('ar');
  await visit(brand, '/admin/products?stock=out');
  await expect(page).toHaveURL(/\/ar\/admin\/products\?stock=out$/);
  await expect(page.getByRole('link', { name: arabic, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL(/[^r]\/admin\/products\?stock=out$/);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await visit(brand, '/ar/admin/products');
  await expect(page).toHaveURL(/[^r]\/admin\/products$/);
});
