import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';
import { examine } from './axe.ts';
import { test as base, expect } from './fixtures.ts';
import { choose, fillAddress, newcomer, seeToast, signUp } from './steps.ts';
import { adminOf, hire } from './stock.ts';
import { phone } from './viewports.ts';

/** What browsers log on a closed store's pages. */
const isClosed = /(?:answer|status of) 503/;
/** A demo product that a new store tries out. */
const tee = 'Say It in Ink tee';

const setupPages = [
  ...['/stores', '/business', '/domain', '/delivery', '/payment', '/messages', '/policies', '/products'],
  ...['/test-order', '/open'],
];

/** A store that is not set up: without the demo, with keys of payment stubs. */
const test = base.extend<object, { store: StoreProcess }>({
  store: [
    async ({ stripe, paymob }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'souk-new-store-'));
      const store = await startStoreProcess(join(folder, 'data'), {
        SOUK_SEED: 'presets',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
        ...paymob.environment,
        PAYMOB_API_KEY: 'mistyped',
      });
      await use(store);
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

// In one worker, so that their store is started once.
test.describe.configure({ mode: 'default' });

test('an owner sets up a new store step by step, leaves and returns, opens it, and gets its first order', async ({
  page,
  store,
  visit,
  visitAs,
  somebodyElse,
  keepPicture,
  watch,
}) => {
  watch.allow(isClosed);
  const owner = await hire(store, 'inkthread', 'super_admin');
  const settings = async () => {
    const { data } = await adminOf(store).from('settings').select().eq('tenant_id', 'inkthread').single();
    return data;
  };
  const step = (name: string) => page.getByRole('link', { name: new RegExp(`^Next: ${name}`) });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const notice = (text: string) => page.getByText(`Not open yet: ${text} done`);

  await visitAs(owner, 'inkthread', '/admin/dashboard');
  await expect(notice('4 of 8')).toBeVisible();
  await page.getByRole('link', { name: 'Go on setting up' }).click();
  await expect(heading('Setting up')).toBeVisible();
  const missing = page.getByRole('list', { name: 'Missing: the store cannot sell without it' });
  await expect(missing.getByText('The legal name, for invoices')).toBeVisible();
  await keepPicture('setup-overview');

  await page.getByRole('link', { name: 'Go on: Your business' }).click();
  const invoicing = page.getByRole('region', { name: 'Invoices' });
  await invoicing.getByLabel(/^Legal name(?! \(Arabic\))/).fill('Inkthread for Printing LLC');
  await invoicing.getByRole('button', { name: 'Save settings' }).click();
  await seeToast(page, 'Saved: Invoices');
  await expect(notice('5 of 8')).toBeVisible();

  // Half done: saved steps stay done, the others stay open.
  await visit('inkthread', '/admin/setup');
  await expect(missing.getByText('The legal name, for invoices')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go on: Your business' }).click();
  const contact = page.getByRole('region', { name: 'Contact' });
  await contact.getByLabel('Email').fill('hello@inkthread.shop');
  await contact.getByLabel('Phone').fill('+20 100 765 4321');
  await contact.getByRole('button', { name: 'Save settings' }).click();
  await seeToast(page, 'Saved: Contact');
  await expect(notice('6 of 8')).toBeVisible();

  await step('Domain').click();
  await page.getByRole('button', { name: 'Check the addresses' }).click();
  await expect(page.getByText('Set SOUK_ORIGIN to the address')).toBeVisible();
  await expect(page.getByText('https://inkthread.example')).toBeVisible();
  await expect(page.getByText('Does not lead here')).toBeVisible();

  await step('Delivery').click();
  const proposals = page.getByRole('region', { name: 'Proposals for Egypt' });
  await proposals.getByRole('button', { name: 'Change first: Upper Egypt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Fee, EGP').first().fill('65');
  await dialog.getByRole('button', { name: 'Save zone' }).click();
  await expect(proposals.getByRole('heading', { name: 'Upper Egypt' })).toHaveCount(0);
  await proposals.getByRole('button', { name: 'Save all 4 zones as proposed' }).click();
  await seeToast(page, '4 zones were saved');
  await expect(proposals).toHaveCount(0);
  const { data: zones } = await adminOf(store).from('shipping_zones').select('name, rates, places');
  expect(zones?.flatMap(({ places }) => places)).toHaveLength(27);
  expect(zones?.find(({ name }) => name === 'Upper Egypt')?.rates).toMatchObject([{ fee: 65 }]);

  await step('Ways to pay').click();
  await page.getByRole('button', { name: 'Test the keys' }).click();
  const keyOf = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
  await expect(keyOf('Stripe').getByText('Works')).toBeVisible();
  await expect(keyOf('Paymob').getByText('Refused')).toBeVisible();
  await expect(keyOf('Kashier').getByText('KASHIER_MERCHANT_ID')).toBeVisible();

  await step('Mail and phones').click();
  await expect(page.getByText('Mail stays on this machine')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test message to me' }).click();
  await expect(page.getByText(`A message to ${owner.email} lies in the mailbox`)).toBeVisible();

  // The first texts follow the settings; these were written by hand.
  await adminOf(store)
    .from('settings')
    .update({ legal: { shippingReturns: 'We deliver.', terms: 'Be fair.' } })
    .eq('tenant_id', 'inkthread')
    .throwOnError();
  await adminOf(store)
    .from('faq_questions')
    .delete()
    .match({ tenant_id: 'inkthread', question: 'Which payments do you take?' })
    .throwOnError();
  await step('Policies and questions').click();
  await expect(page.getByText('Proposed, not saved')).toHaveCount(2);
  await expect(page.getByText('Questions about these terms go to hello@inkthread.shop.')).toBeVisible();
  await page.getByRole('button', { name: 'Use these policies' }).click();
  await seeToast(page, 'The policies are saved');
  expect((await settings())?.legal).toMatchObject({ terms: expect.stringContaining('{email}') });
  await page.getByRole('button', { name: 'Use these questions' }).click();
  await seeToast(page, /^The questions are saved/);

  await step('Products').click();
  await expect(page.getByText('The store has no products yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add twelve products to try' }).click();
  await expect(page.getByText('12 products of the demo are there.')).toBeVisible();
  await expect(notice('7 of 8')).toBeVisible();

  await step('A test order').click();
  await expect(page.getByRole('link', { name: 'Go to the test order' })).toBeVisible();
  await step('Open').click();
  await expect(page.getByText('The tax number, for invoices')).toBeVisible();
  await page.getByRole('button', { name: 'Open Inkthread' }).click();
  await seeToast(page, 'Inkthread is open');
  await expect(notice('7 of 8')).toHaveCount(0);

  const shopper = await somebodyElse();
  expect(await visit('inkthread', '/shop', shopper)).toBe(200);
  await shopper.getByRole('region', { name: 'Products' }).getByRole('link', { name: tee }).click();
  // The store's own groups share these names.
  await expect(shopper.getByRole('heading', { level: 1, name: tee })).toBeVisible();
  await choose(shopper, 'Color', 'black');
  await choose(shopper, 'Size', 'L');
  await shopper.getByRole('button', { name: 'Add to cart' }).first().click();
  await shopper.getByRole('button', { name: 'Go to Cart' }).click();
  await shopper.getByRole('link', { name: 'Checkout' }).click();
  await shopper.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await signUp(shopper, 'Mona Adel', newcomer());
  await fillAddress(shopper, 'Mona Adel');
  await shopper.getByText('Cash on delivery', { exact: true }).click();
  await shopper.getByRole('button', { name: 'Place order' }).click();
  await expect(shopper.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();

  await visit('inkthread', '/admin/setup/products');
  await page.getByRole('button', { name: 'Take them away again' }).click();
  await seeToast(page, 'The demo’s products are gone');
  await expect(page.getByText('The store has no products yet.')).toBeVisible();
});

test('the stores show each one’s progress to super admins, and owners add and remove them', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  watch.allow(isClosed);
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('Not open yet')).toHaveCount(0);
  await visit('duoworks', '/admin/setup');
  await expect(page).toHaveURL(/localhost:\d+\/$/);

  const ruler = await hire(store, 'casecraft', 'super_admin');
  await visitAs(ruler, 'casecraft', '/admin/setup/stores');
  const own = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Casecraft' }) });
  await expect(own.getByText('Closed')).toBeVisible();
  await own.getByRole('button', { name: 'Open Casecraft' }).click();
  await seeToast(page, 'Casecraft is open');
  await expect(own.getByText('Open', { exact: true })).toBeVisible();
  await own.getByRole('button', { name: 'Close Casecraft' }).click();
  await seeToast(page, 'Casecraft is closed');
  await expect(page.getByRole('button', { name: 'Add a store' })).toHaveCount(0);

  // A short name that is taken.
  watch.allow(/409/);
  await adminOf(store).from('user_roles').update({ tenant_id: null }).eq('user_id', ruler.id).throwOnError();
  await visit('casecraft', '/admin/setup/stores');
  await page.getByRole('button', { name: 'Add a store' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a store' });
  await adding.getByLabel('Name', { exact: true }).fill('Delta Wear');
  await expect(adding.getByLabel('Short name')).toHaveValue('delta-wear');
  await adding.getByLabel('Short name').fill('casecraft');
  await adding.getByRole('button', { name: 'Make the store' }).click();
  await expect(adding.getByRole('alert')).toContainText('“casecraft” is taken');
  await adding.getByLabel('Short name').fill('delta');
  await adding.getByLabel('Look').selectOption('Concrete');
  await adding.getByText('Garments to print').click();
  await adding.getByRole('button', { name: 'Make the store' }).click();
  await seeToast(page, 'Delta Wear is made');
  const made = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Delta Wear' }) });
  await made.getByRole('button', { name: 'Remove Delta Wear' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Delta Wear for good?' });
  await removing.getByLabel('Remove it without a backup').check();
  await removing.getByLabel('Type “Delta Wear”').fill('Delta Wear');
  await removing.getByRole('button', { name: 'Remove', exact: true }).click();
  await seeToast(page, 'Delta Wear is removed');
  await expect(made.getByText('Removed')).toBeVisible();
});

test('axe finds nothing on any setup page, and each fits a phone in either language', async ({
  page,
  store,
  visit,
  visitAs,
  watch,
}) => {
  watch.allow(isClosed);
  const owner = await hire(store, 'northblock', 'super_admin');
  const found: string[] = [];
  for (const language of ['en', 'ar'] as const) {
    await adminOf(store)
      .from('profiles')
      .update({ office_language: language })
      .eq('id', owner.id)
      .throwOnError();
    const prefix = language === 'en' ? '' : '/ar';
    await visitAs(owner, 'northblock', `${prefix}/admin/setup`);
    for (const path of ['', ...setupPages]) {
      await visit('northblock', `${prefix}/admin/setup${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      if (language === 'en') found.push(...(await examine(page, path)));
      await page.setViewportSize(phone);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url())
        .toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  }
  expect(found).toEqual([]);
});
