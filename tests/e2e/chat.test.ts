import { expect, test } from './fixtures.ts';
import { enrol } from './people.ts';
import { seeToast, signIn } from './steps.ts';
import { hire, ownName } from './stock.ts';

test('a signed-in shopper chats with staff, live on both sides; a guest is asked to sign in', async ({
  page: shopper,
  store,
  visit,
  visitAs,
  somebodyElse,
}) => {
  const nour = await enrol(store, 'duoworks', ownName('Nour'));
  await visit('duoworks', '/faq', shopper);
  await shopper.getByRole('button', { name: 'Chat with us' }).click();
  await expect(shopper.getByText('Sign in to chat')).toBeVisible();
  await shopper.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await signIn(shopper, nour);
  await expect(shopper).toHaveURL(/\/faq$/);
  // The toast must not cover the button.
  await seeToast(shopper, 'Welcome back!');
  await shopper.getByRole('button', { name: /^Chat with us/ }).click();
  await expect(shopper.getByLabel('Your message')).toBeFocused();
  await shopper.keyboard.type('Is the long coat coming back?');
  await shopper.keyboard.press('Enter');
  await expect(shopper.getByRole('log').getByText('Is the long coat coming back?')).toBeVisible();

  const staff = await somebodyElse();
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/customers?tab=messages', staff);
  await expect(staff.getByRole('tab', { name: /^Messages \(\d+\)$/ })).toBeVisible();
  await staff.getByRole('link', { name: nour.name }).click();
  await expect(staff.getByRole('log').getByText('Is the long coat coming back?')).toBeVisible();
  await staff.getByLabel('Your answer').fill('On Sunday.');
  await expect(staff.getByRole('button', { name: 'Send' })).toBeEnabled();
  await staff.goBack();
  await staff.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(staff.getByLabel('Your answer')).toHaveValue('On Sunday.');
  await staff.getByRole('button', { name: 'Send' }).click();
  await expect(shopper.getByRole('log').getByText('On Sunday.')).toBeVisible();

  await shopper.getByLabel('Your message').fill('I will wait.');
  await shopper.getByRole('button', { name: 'Send' }).click();
  await expect(staff.getByRole('log').getByText('I will wait.')).toBeVisible();
  await shopper.getByRole('button', { name: 'Close chat' }).click();
  await staff.getByLabel('Your answer').fill('See you then.');
  await staff.getByRole('button', { name: 'Send' }).click();
  await expect(shopper.getByRole('button', { name: 'Chat with us, 1 new message' })).toBeVisible();
});

test('an Arabic message next to an English one has its own direction, for the shopper and for staff', async ({
  page: shopper,
  store,
  visitAs,
  somebodyElse,
}) => {
  const nour = await enrol(store, 'duoworks', ownName('Nour'));
  const messages = { 'متى يعود المعطف الطويل XL؟': 'rtl', 'Is the long coat (معطف) coming back?': 'ltr' };
  await visitAs(nour, 'duoworks', '/faq', shopper);
  await shopper.getByRole('button', { name: /^Chat with us/ }).click();
  const typed = shopper.getByLabel('Your message');
  for (const [message, direction] of Object.entries(messages)) {
    await typed.fill(message);
    await expect(typed).toHaveCSS('direction', direction);
    await typed.press('Enter');
    await expect(shopper.getByRole('log').getByText(message)).toHaveCSS('direction', direction);
  }
  const staff = await somebodyElse();
  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/customers?tab=messages', staff);
  await staff.getByRole('link', { name: nour.name }).click();
  for (const [message, direction] of Object.entries(messages))
    await expect(staff.getByRole('log').getByText(message)).toHaveCSS('direction', direction);
  const answer = staff.getByLabel('Your answer');
  await answer.fill('يوم الأحد.');
  await expect(answer).toHaveCSS('direction', 'rtl');
  await staff.getByRole('button', { name: 'Send' }).click();
  await expect(staff.getByRole('log').getByText('يوم الأحد.')).toHaveCSS('direction', 'rtl');
  await expect(shopper.getByRole('log').getByText('يوم الأحد.')).toHaveCSS('direction', 'rtl');
});
