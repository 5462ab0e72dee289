import { expect, test } from './fixtures.ts';
import { hydrated } from './steps.ts';
import { adminOf, ownName } from './stock.ts';

const typed = {
  Name: 'Mona Said',
  Email: 'mona@example.com',
  Subject: '',
  Message: 'Two lines\nof it.',
};
const thanks = 'Thank you. We have your message and answer by email.';

test('errors in a message are explained, no input is lost, and it is sent later', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/contact\.data|Failed to load resource/);
  let isAway = false;
  await page.route(/\/contact\.data/, (route) =>
    isAway ? route.abort('internetdisconnected') : route.continue(),
  );
  await visit('duoworks', '/contact');
  const subject = ownName('A question');
  const form = page.getByRole('main').locator('form');
  const send = form.getByRole('button', { name: 'Send message' });
  // Before hydration, clicks are lost.
  await expect(async () => {
    await send.click();
    await expect(form.getByText('Tell us your name.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(form.getByText('Enter an email address such as name@example.com.')).toBeVisible();
  await expect(form.getByText('Write your message.')).toBeVisible();
  const fieldOf = (label: string) => form.getByLabel(label);
  const fill = async () => {
    for (const [label, text] of Object.entries({ ...typed, Subject: subject }))
      await fieldOf(label).fill(text);
  };
  await fill();
  const unreachable = form
    .getByRole('alert')
    .filter({ hasText: 'The message could not be sent. Check your connection and try again.' });
  isAway = true;
  await send.click();
  await expect(unreachable).toBeVisible();
  await expect(fieldOf('Message')).toHaveValue(typed.Message);
  await expect(send).toBeEnabled();

  isAway = false;
  await send.click();
  await expect(page.getByText(thanks)).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(fieldOf('Message')).toHaveValue('');

  // When the next message fails, the confirmation of the last one is gone.
  isAway = true;
  await fill();
  await send.click();
  await expect(unreachable).toBeVisible();
  await expect(page.getByText(thanks)).toHaveCount(0);
  await expect(fieldOf('Message')).toHaveValue(typed.Message);
  const { data } = await adminOf(store)
    .from('conversations')
    .select('tenant_id, email, messages(body)')
    .eq('subject', subject);
  expect(data).toEqual([{ tenant_id: 'duoworks', email: typed.Email, messages: [{ body: typed.Message }] }]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent too, and an incomplete one comes back with its input', async ({
    page,
    visit,
    watch,
  }) => {
    watch.allow(/\.js csp$|\/ar\/contact/);
    await visit('duoworks', '/ar/contact');
    const form = page.getByRole('main').locator('form');
    const fill = async () => {
      const mailbox = `${ownName('mona').replaceAll(/\W/g, '')}@example.com`;
      await form.locator('[name=name]').fill('Mona');
      await form.locator('[name=email]').fill(mailbox);
      await form.locator('[name=message]').fill('Two lines\nof it.');
    };
    await fill();
    await form.getByRole('button').click();
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    await expect(page).toHaveURL(/\/ar\/contact\?sent=1$/);
    await fill();
    await form.locator('[name=email]').fill('mona@example');
    await form.getByRole('button').click();
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(1);
    await expect(form.locator('[name=email]')).toHaveValue('mona@example');
    await expect(form.locator('[name=message]')).toHaveValue('Two lines\nof it.');
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  });
});

test('a question without an answer is asked on the contact page', async ({ page, visit }) => {
  await visit('duoworks', '/faq');
  await hydrated(page);
  const main = page.getByRole('main');
  await main.getByLabel('Search the answers').fill('zeppelin');
  await expect(main.getByRole('heading', { name: 'Nothing fits these words' })).toBeVisible();
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});
