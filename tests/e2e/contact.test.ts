import { expect, test } from './fixtures.ts';
import { awake } from './steps.ts';
import { adminOf, ownName } from './stock.ts';

/** What the e-mail provider may answer (docs/product.md, Messages), and what people are told. */
const answers = [
  [451, 'Messages cannot be sent from this kind of browser. Write to our email address instead.'],
  [403, 'Messages from this address are not accepted. Write to our email address instead.'],
  [429, 'You have sent several messages already. Wait a few minutes and try again.'],
  [0, 'The message could not be sent. Check your connection and try again.'],
] as const;

test('every refusal of the e-mail provider is told in plain words, nothing typed is lost, and the message goes out later', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/email\/send|Failed to load resource/);
  let status: number | undefined;
  await page.route('**/api/v1.0/email/send', (route) => {
    if (status === undefined) return route.continue();
    if (status === 0) return route.abort('internetdisconnected');
    return route.fulfill({ status, body: 'No' });
  });
  await visit('duoworks', '/contact');
  const subject = ownName('A question');
  const form = page.getByRole('main').locator('form');
  const typed = {
    Name: 'Mona Said',
    Email: 'mona@example.com',
    Subject: subject,
    Message: 'Two lines\nof it.',
  };
  const send = form.getByRole('button', { name: 'Send message' });
  // A page that is not awake yet hears nothing.
  await expect(async () => {
    await send.click();
    await expect(form.getByText('Tell us your name.')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(form.getByText('Enter an email address such as name@example.com.')).toBeVisible();
  await expect(form.getByText('Write your message.')).toBeVisible();
  const fieldOf = (label: string) => form.getByLabel(label);
  for (const [label, text] of Object.entries(typed)) await fieldOf(label).fill(text);

  for (const [answer, words] of answers) {
    status = answer;
    await send.click();
    await expect(form.getByRole('alert').filter({ hasText: words }), `status ${answer}`).toBeVisible();
    for (const [label, text] of Object.entries(typed)) await expect(fieldOf(label)).toHaveValue(text);
    await expect(send).toBeEnabled();
  }

  status = undefined;
  await send.click();
  await expect(page.getByText('Thank you. We have your message and answer by email.').first()).toBeVisible();
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(fieldOf('Message')).toHaveValue('');

  // The next one fails: what was said of the last is not said of this.
  status = 429;
  for (const [label, text] of Object.entries(typed)) await fieldOf(label).fill(text);
  await send.click();
  await expect(form.getByRole('alert').filter({ hasText: answers[2][1] })).toBeVisible();
  await expect(page.getByRole('main').getByText('We have your message')).toHaveCount(0);
  const { data } = await adminOf(store)
    .from('conversations')
    .select('tenant_id, email, messages(body)')
    .eq('subject', subject);
  expect(data).toEqual([{ tenant_id: 'duoworks', email: typed.Email, messages: [{ body: typed.Message }] }]);
});

test('a question that no answer fits is asked on the contact page', async ({ page, visit }) => {
  await visit('duoworks', '/faq');
  await awake(page);
  const main = page.getByRole('main');
  await main.getByLabel('Search the answers').fill('zeppelin');
  await expect(main.getByRole('heading', { name: 'Nothing fits these words' })).toBeVisible();
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});
