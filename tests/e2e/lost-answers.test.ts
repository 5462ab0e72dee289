import { expect, test } from './fixtures.ts';
import { loseFirstAnswer } from './held-requests.ts';
import { enrol } from './people.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName, stockOf, stockProduct } from './stock.ts';

test.beforeEach(({ watch }) => watch.allow(/ERR_CONNECTION_RESET/));

test('stock is added once if the response is lost, and staff see the outcome', async ({
  page,
  store,
  visitAs,
}) => {
  const product = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Case of a lost answer'),
    price: 90,
    stock: 3,
  });
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', `/admin/products/edit/${product.id}`);
  const { sent, release } = await loseFirstAnswer(page, '**/rpc/adjust_stock*');
  await page.getByLabel('Add or take pieces').fill('4');
  await page.getByRole('button', { name: 'Change stock' }).click();
  await seeToast(page, 'The answer got lost');
  await expect(
    page.getByText('We do not know yet whether this was saved. We are looking.', { exact: true }),
  ).toBeVisible();
  release();
  await seeToast(page, 'Stock changed');
  await expect(page.getByRole('heading', { name: '7 pieces in stock' })).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(await stockOf(store, product.id)).toBe(7);
});

test('a message whose response is lost is sent once', async ({ page, store, visitAs }) => {
  const shopper = await enrol(store, 'duoworks', ownName('Nour'));
  await visitAs(shopper, 'duoworks', '/faq');
  await page.getByRole('button', { name: /^Chat with us/ }).click();
  const message = page.getByLabel('Your message');
  const { release } = await loseFirstAnswer(page, '**/rpc/send_chat_message*');
  await message.fill('Is the long coat coming back?');
  await message.press('Enter');
  await seeToast(page, 'The answer got lost');
  release();
  await expect(message).toHaveValue('');
  await expect(page.getByRole('log').getByText('Is the long coat coming back?')).toHaveCount(1);
  const { data } = await adminOf(store).from('messages').select('body').eq('user_id', shopper.id);
  expect(data).toEqual([{ body: 'Is the long coat coming back?' }]);
});

test('a discount code whose response is lost is added once', async ({ page, store, visitAs }) => {
  const code = `LOST${Date.now().toString(36).toUpperCase()}`;
  await visitAs(await hire(store, 'casecraft', 'admin'), 'casecraft', '/admin/content?tab=codes');
  await page.getByRole('button', { name: 'New code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code', { exact: true }).fill(code);
  await dialog.getByLabel('Percent', { exact: true }).fill('10');
  const { sent, release } = await loseFirstAnswer(page, '**/rest/v1/discounts*');
  await dialog.getByRole('button', { name: 'Save code' }).click();
  await seeToast(page, 'The answer got lost');
  release();
  await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible();
  expect(sent).toHaveLength(2);
  const { data } = await adminOf(store).from('discounts').select('code').eq('code', code);
  expect(data).toEqual([{ code }]);
});
