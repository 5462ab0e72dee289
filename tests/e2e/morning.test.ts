import { expect, test } from './fixtures.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';

const [BRAND, OTHER] = ['meeplehouse', 'casecraft'];

test('the morning shows each store beside the others, opens as many rows as it counts, and comes by mail', async ({
  page,
  store,
  visitAs,
  keepPicture,
}) => {
  const admin = adminOf(store);
  for (const tenant_id of [BRAND, OTHER])
    await stockProduct(store, { tenant_id, name: ownName('Morning dice'), price: 60, stock: 2 });
  const message = { kind: 'contact', name: 'Mona', email: 'mona@example.com', subject: 'Sizes' } as const;
  await admin
    .from('conversations')
    .insert([
      { ...message, tenant_id: BRAND },
      { ...message, tenant_id: OTHER },
    ])
    .throwOnError();
  const person = await hire(store, BRAND, 'admin');
  await admin
    .from('user_roles')
    .insert({ user_id: person.id, tenant_id: OTHER, role: 'admin' })
    .throwOnError();

  await visitAs(person, BRAND, '/admin/morning');
  const answers = page.getByRole('region', { name: 'Waits for an answer' });
  for (const name of ['Meeple House', 'Casecraft', 'All stores'])
    await expect(answers.getByRole('link', { name: `Messages to answer, ${name}: ` })).toBeVisible();
  await expect(page.getByText('Northblock')).toHaveCount(0);
  await keepPicture('morning-1280');

  const figures = page.getByRole('main').locator('a[href*="figure="]');
  const addresses = await figures.evaluateAll((links) =>
    links.map((link) => ({ to: link.getAttribute('href') ?? '', value: link.textContent ?? '' })),
  );
  expect(addresses.length).toBeGreaterThan(3);
  for (const { to, value } of addresses) {
    await page.locator(`a[href="${to}"]`).click();
    const isCount = /^[\d,]+$/.test(value);
    const shown = page.getByRole('main').getByText(isCount ? new RegExp(`^${value} rows?`) : value);
    await expect(shown.first(), `the rows behind ${to}`).toBeVisible();
    await page.getByRole('link', { name: 'Back to the morning' }).click();
  }

  await page.getByLabel('By mail, each morning').selectOption('07:00');
  await seeToast(page, 'Saved: the mail comes at 07:00');
  await page.reload();
  await expect(page.getByLabel('By mail, each morning')).toHaveValue('7');
});
