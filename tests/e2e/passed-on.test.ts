import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { mailedText } from './mailbox.ts';
import { makeBuyer } from './ordering.ts';
import { seeToast } from './steps.ts';
import { adminOf, hire, ownName } from './stock.ts';

/** Hires an admin under a name of their own. */
async function hireNamed(store: Parameters<typeof hire>[0], brand: string, name: string) {
  const account = await hire(store, brand, 'admin');
  await adminOf(store).from('profiles').update({ name }).eq('id', account.id).throwOnError();
  return { ...account, name };
}

const forMe = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'For you' });

test('an order is passed on to a colleague by keyboard, and a note mentions them, which they see at once', async ({
  page,
  store,
  visitAs,
  somebodyElse,
  keepPicture,
}) => {
  const [mona, omar] = [
    await hireNamed(store, 'inkthread', ownName('Mona')),
    await hireNamed(store, 'inkthread', ownName('Omar')),
  ];
  const order = await (await makeBuyer(store, 'inkthread')).buys();
  const colleague = await somebodyElse();
  await visitAs(omar, 'inkthread', '/admin/for-me', colleague);
  await expect(colleague.getByText('Nothing is meant for you')).toBeVisible();

  await visitAs(mona, 'inkthread', `/admin/orders?search=${order.number}`);
  const row = page.getByRole('row', { name: order.number });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign' }).press('Enter');
  const person = page.getByRole('menuitem', { name: omar.name });
  await expect(person).toBeVisible();
  await person.press('Enter');
  await seeToast(page, `1 order assigned to ${omar.name}`);
  await expect(forMe(colleague)).toContainText('1 new for you');

  await row.getByRole('link', { name: order.number }).click();
  await expect(page.getByLabel('Works on it')).toHaveValue(omar.id);
  const note = page.getByLabel('Note', { exact: true });
  await note.fill('Which blue, ');
  await note.pressSequentially(`@${omar.name.slice(0, 4)}`);
  const offered = page.getByRole('listbox', { name: 'Mention somebody' });
  await expect(offered.getByRole('option', { name: omar.name })).toBeVisible();
  await keepPicture('passed-on-mention');
  await note.press('Enter');
  await expect(note).toHaveValue(`Which blue, @${omar.name} `);
  await page.getByRole('button', { name: 'Add note' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(`Which blue, @${omar.name}`)).toBeVisible();
  await expect(timeline.getByText(`Assigned to ${omar.name}.`)).toBeVisible();
  await keepPicture('passed-on-order');

  await expect(forMe(colleague)).toContainText('2 new for you');
  await expect(colleague.getByText(`Which blue, @${omar.name}`)).toBeVisible();
  await keepPicture('passed-on-for-me', colleague);
  await colleague
    .getByRole('link', { name: `Order ${order.number}` })
    .first()
    .click();
  await expect(colleague.getByLabel('Works on it')).toHaveValue(omar.id);
  await expect(forMe(colleague)).not.toContainText('new for you');
  for (const [whose, count] of [
    ['mine', 2],
    ['nobody', 0],
  ] as const) {
    const path = `/admin/orders?search=${order.number}&whose=${whose}`;
    await colleague.goto(new URL(path, colleague.url()).href);
    await expect(colleague.getByRole('row')).toHaveCount(count);
  }
  await keepPicture('passed-on-orders', colleague);
});

test('a contact message is answered from the office with a saved reply, and the answer is mailed and kept', async ({
  page,
  store,
  visit,
  visitAs,
  keepPicture,
}) => {
  const [subject, title] = [ownName('Where is it'), ownName('On its way')];
  const email = `${ownName('hoda').replaceAll(' ', '-').toLowerCase()}@example.com`;
  await visit('duoworks', '/contact');
  const form = page.getByRole('main').locator('form');
  for (const [label, text] of Object.entries({
    Name: 'Hoda',
    Email: email,
    Subject: subject,
    Message: 'Is it sent?',
  }))
    await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Thank you. We have your message and answer by email.')).toBeVisible();

  await visitAs(await hire(store, 'duoworks', 'admin'), 'duoworks', '/admin/customers?tab=replies');
  await page.getByRole('button', { name: 'Add a reply' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name(?! \(Arabic\))/).fill(title);
  await dialog.getByLabel(/^Text(?! \(Arabic\))/).fill('Hello {name}, look here: {tracking_link}');
  await expect(dialog.getByText('Hello Mona, look here: https://bosta.co/')).toBeVisible();
  await keepPicture('passed-on-reply-form');
  await dialog.getByRole('button', { name: 'Save the reply' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: /^Messages/ }).click();
  await page.getByRole('row', { name: 'Hoda' }).filter({ hasText: subject }).getByRole('link').click();
  await expect(page.getByText(`Your answer goes to ${email} by mail.`)).toBeVisible();
  await page.getByRole('button', { name: 'Saved replies' }).click();
  const reply = dialog.getByRole('button', { name: title });
  await expect(reply).toContainText('Not known: {tracking_link}');
  await keepPicture('passed-on-reply-picker');
  await reply.click();
  const answer = page.getByLabel('Your answer');
  await expect(answer).toHaveValue('Hello Hoda, look here: {tracking_link}');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  await expect(page.getByText('Fill in first: {tracking_link}')).toBeVisible();
  await answer.fill('Hello Hoda, it leaves tomorrow.');
  await answer.press('Control+Enter');
  const log = page.getByRole('log');
  await expect(log).toContainText('Hello Hoda, it leaves tomorrow.');
  await expect(log).toContainText('Sent by mail');
  await keepPicture('passed-on-conversation');
  const mailed = await mailedText(store, email, `Re: ${subject}`);
  expect(mailed).toContain('Hello Hoda, it leaves tomorrow.');
  expect(mailed).toMatch(/(>|&gt;) Is it sent\?/);
});
