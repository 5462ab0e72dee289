import { randomBytes } from 'node:crypto';
import { type StubOpenId, type StubSmtp, startStubOpenId, startStubSmtp } from 'embedded-supabase/testing';
import { type StoreProcess, startStoreProcess } from '../support/store-process.ts';
import { type StubSms, startStubSms } from '../support/stub-sms.ts';
import { test as base, expect } from './fixtures.ts';
import { newcomer, seeToast, signIn, signUp, tryAgain } from './steps.ts';
import { adminOf, hire } from './stock.ts';
import { copyTemplate } from './store-template.ts';
import { showCode, wrongCode } from './totp.ts';

/** A store that confirms addresses, with mail, text messages and Google, all stubs on this machine. */
const test = base.extend<{ googleAlone: StoreProcess }, { smtp: StubSmtp; openid: StubOpenId; sms: StubSms }>(
  {
    /** A store where only passwords and Google sign in, and whose server has not contacted Google yet. */
    googleAlone: async ({ openid, page }, use) => {
      const store = await startStoreProcess(copyTemplate(`google-alone-${randomBytes(4).toString('hex')}`), {
        SOUK_SEED: 'none',
        GOOGLE_CLIENT_ID: openid.clientId,
        GOOGLE_CLIENT_SECRET: openid.clientSecret,
        GOOGLE_ISSUER: openid.issuer,
      });
      await use(store);
      await page.goto('about:blank');
      expect(await store.stop()).toBe(0);
    },
    smtp: [
      async ({ browserName: _browser }, use) => {
        const smtp = await startStubSmtp();
        await use(smtp);
        await smtp.close();
      },
      { scope: 'worker' },
    ],
    openid: [
      async ({ browserName: _browser }, use) => {
        const openid = await startStubOpenId();
        await use(openid);
        await openid.close();
      },
      { scope: 'worker' },
    ],
    sms: [
      async ({ browserName: _browser }, use) => {
        const sms = await startStubSms();
        await use(sms);
        await sms.close();
      },
      { scope: 'worker' },
    ],
    store: [
      async ({ smtp, openid, sms }, use, worker) => {
        const store = await startStoreProcess(copyTemplate(`confirming-${worker.workerIndex}`), {
          SOUK_SEED: 'none',
          SOUK_CONFIRM_EMAIL: '1',
          SMTP_HOST: '127.0.0.1',
          SMTP_PORT: String(smtp.port),
          SMTP_FROM: 'Souk <shop@souk.example>',
          SMS_URL: sms.url,
          // The test moves the clock forward.
          NODE_OPTIONS: `--import=${import.meta.resolve('../support/movable-date.ts')}`,
          GOOGLE_CLIENT_ID: openid.clientId,
          GOOGLE_CLIENT_SECRET: openid.clientSecret,
          GOOGLE_ISSUER: openid.issuer,
        });
        await use(store);
        expect(await store.stop()).toBe(0);
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  },
);

// In one worker, so that their store is started once.
test.describe.configure({ mode: 'default' });

test('a new account is confirmed and its password reset by mail, on another device too', {
  tag: '@journey',
}, async ({ page, smtp, store, visit, visitAs, somebodyElse, keepPicture, watch }) => {
  watch.allow(/status of 4(00|03|29)|auth\/v1\/(token|resend|verify|recover)/);
  const mona = newcomer();
  await visit('duoworks', '/signup?next=%2Faccount%2Forders%3Fpage%3D1');
  await signUp(page, 'Mona Adel', mona);
  await seeToast(page, 'Account created', 'Happy Shopping :)');
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`We sent a link to ${mona.email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the email again' })).toBeDisabled();
  await expect(page.getByText(/You can ask for another email in \d+ seconds/)).toBeVisible();
  await keepPicture('duoworks-check-your-mail');

  const impatient = await somebodyElse();
  await visit('duoworks', '/signin', impatient);
  await signIn(impatient, mona);
  await seeToast(impatient, 'Sign in failed', 'Open the link in the email we sent you first.');
  await impatient.getByRole('button', { name: 'Send the email again' }).click();
  await expect(impatient.getByText(/You can ask for another email in \d+ seconds/)).toBeVisible();

  const counter = await somebodyElse();
  await visitAs(await hire(store, 'duoworks', 'super_admin'), 'duoworks', '/admin/users', counter);
  const listed = counter.getByRole('row').filter({ hasText: mona.email });
  const unconfirmed = listed.getByText('Not confirmed yet');
  for (const list of ['customers', 'users']) {
    await visit('duoworks', `/admin/${list}?search=${encodeURIComponent(mona.email)}`, counter);
    await expect(unconfirmed, list).toBeVisible();
    await keepPicture(`duoworks-unconfirmed-${list}`, counter);
  }

  const link = await smtp.linkFor(mona.email);
  expect(link.host).toMatch(/^duoworks\.localhost/);
  const phone = await somebodyElse();
  await phone.goto(link.href);
  await seeToast(phone, 'Welcome back!');
  await expect(phone).toHaveURL(/\/account\/orders\?page=1$/);
  await counter.reload();
  await expect(listed).toBeVisible();
  await expect(unconfirmed).toHaveCount(0);

  const again = await somebodyElse();
  await again.goto(link.href);
  await expect(again.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await keepPicture('duoworks-confirmation-spent', again);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await signIn(again, mona);
  await expect(again).toHaveURL(/\/account\/orders\?page=1$/);
});

test('a password is reset by mail on another device, once', async ({
  page,
  smtp,
  store,
  visit,
  somebodyElse,
  keepPicture,
  watch,
}) => {
  watch.allow(/status of 4(03|29)|auth\/v1\/(verify|recover)|supabase-client|watch-session/);
  const mona = await hire(store, 'duoworks', 'admin');
  await visit('duoworks', '/forgot-password?next=%2Fadmin%2Forders');
  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(mona.email);
  await form.getByRole('button', { name: 'Send the link' }).click();
  await seeToast(page, 'Password reset email sent', 'Check your email for the password reset link');
  await expect(form.getByRole('button', { name: 'Send the email again' })).toBeDisabled();
  await keepPicture('duoworks-reset-mailed');
  await form.getByRole('button', { name: 'Use another address' }).click();
  await expect(form.getByLabel('Email')).toHaveValue(mona.email);
  await form.getByRole('button', { name: 'Send the link' }).click();
  await seeToast(page, 'Password reset failed', 'We just sent you an email.');

  const link = await smtp.linkFor(mona.email);
  expect(link.pathname).toBe('/auth/reset-password');
  const tablet = await somebodyElse();
  await tablet.goto(link.href);
  await tablet.getByLabel('New password').fill('green-hoodie-43');
  await expect(tablet).toHaveURL(/\/auth\/reset-password\?next=%2Fadmin%2Forders$/);
  const late = /(supabase-client|watch-session)[^/]*\.js$/;
  await tablet.route(late, (route) => route.abort('internetdisconnected'));
  await tablet.reload();
  await expect(tablet.getByText('The store cannot be reached.')).toBeVisible();
  await keepPicture('duoworks-reset-unreachable', tablet);
  await tablet.unroute(late);
  await tryAgain(tablet);
  await tablet.getByLabel('New password').fill('green-hoodie-43');
  await tablet.getByLabel('Repeat the password').fill('green-hoodie-43');
  await tablet.getByRole('button', { name: 'Save the new password' }).click();
  await seeToast(tablet, 'Password changed');
  await expect(tablet).toHaveURL(/\/admin\/orders/);

  const phone = await somebodyElse();
  await phone.goto(link.href);
  await expect(phone.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await phone.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(phone).toHaveURL(/\/forgot-password\?next=%2Fadmin%2Forders$/);
});

test('signing in with Google opens the account of the current store', async ({
  page,
  openid,
  store,
  visit,
  keepPicture,
}) => {
  const email = `nadia-${randomBytes(4).toString('hex')}@gmail.example`;
  openid.person = { sub: randomBytes(8).toString('hex'), email, email_verified: true, name: 'Nadia Fawzi' };
  for (const [brand, path, wanted] of [
    ['meeplehouse', '/signup', /meeplehouse\.localhost:\d+\/$/],
    ['inkthread', '/signin?next=%2Faccount%3Ftab%3D1', /inkthread\.localhost:\d+\/account\?tab=1$/],
  ] as const) {
    await visit(brand, path);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await seeToast(page, 'Welcome back!', "You've successfully signed in");
    await expect(page).toHaveURL(wanted);
    expect(openid.lastVisit?.get('access_type')).toBe('offline');
    expect(openid.lastVisit?.get('prompt')).toBe('consent');
  }
  const { data: profiles } = await adminOf(store)
    .from('profiles')
    .select('tenant_id, name, email')
    .eq('email', email)
    .order('tenant_id');
  expect(profiles).toEqual([
    { tenant_id: 'inkthread', name: 'Nadia Fawzi', email },
    { tenant_id: 'meeplehouse', name: 'Nadia Fawzi', email },
  ]);

  const staff = await hire(store, 'northblock', 'admin');
  openid.person = { ...openid.person, sub: randomBytes(8).toString('hex'), email: staff.email };
  await visit('northblock', '/signin?next=%2Faccount');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/northblock\.localhost:\d+\/account$/);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out');

  openid.person = undefined;
  await visit('northblock', '/signin?next=%2Fadmin%2Fsettings');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await seeToast(page, 'Google sign in failed', 'You did not agree at Google.');
  await expect(page).toHaveURL(/\/signin\?next=%2Fadmin%2Fsettings$/);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^You did not agree at Google\./);
  await keepPicture('northblock-google-failed');

  await signIn(page, staff);
  await seeToast(page, 'Welcome back!');
  const google = page.getByRole('region', { name: 'Ways to sign in' }).getByRole('listitem').first();
  await expect(google).toHaveText(/^GoogleOn$/);
});

test('while Google fails, people return to the sign-in page with a message, and sign in later', async ({
  page,
  openid,
  googleAlone,
  keepPicture,
}) => {
  const email = `samir-${randomBytes(4).toString('hex')}@gmail.example`;
  openid.person = { sub: randomBytes(8).toString('hex'), email, email_verified: true, name: 'Samir' };
  const reason = 'Google cannot be reached right now.';
  await page.goto(`http://casecraft.localhost:${googleAlone.port}/signin?next=%2Faccount`);
  for (const rubbish of ['discovery', 'token'] as const) {
    openid.rubbish = rubbish;
    // The last attempt's message stays until this one navigates.
    const elsewhere = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await elsewhere;
    await expect(page.getByRole('main').getByRole('alert')).toContainText(reason);
    await expect(page).toHaveURL(/casecraft\.localhost:\d+\/signin\?next=%2Faccount$/);
    await keepPicture(`casecraft-google-${rubbish}-rubbish`);
  }
  openid.rubbish = undefined;
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await seeToast(page, 'Welcome back!');
});

test('if the store sends text messages, a phone number signs in by code and by password', async ({
  page,
  sms,
  visit,
  keepPicture,
  watch,
}) => {
  watch.allow(/auth\/v1\/(verify|otp|token)|status of 4(00|03|22|29)/);
  const number = `+2010${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`;
  const typed = `0${number.slice(3, 6)} ${number.slice(6, 9)} ${number.slice(9)}`;
  const lastCode = () => /\d{6}/.exec(sms.sentTo(number).at(-1) ?? '')?.[0] ?? '';
  const form = page.getByRole('main');
  await visit('northblock', '/signin?next=%2Faccount');
  const login = form.getByLabel('Email or phone number');
  await login.fill('mona@example.com');
  await form.getByRole('button', { name: 'Text me a code instead' }).click();
  await expect(form.getByText('Enter a phone number such as 0100 123 4567')).toBeVisible();
  await login.fill('12');
  await form.getByLabel('Password', { exact: true }).fill('no-such-person');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByText('Enter an email address, or a phone number')).toBeVisible();
  await login.fill(typed);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await seeToast(page, 'Sign in failed', 'Phone number or password is not right.');
  await keepPicture('northblock-sign-in-phone');

  await form.getByRole('button', { name: 'Text me a code instead' }).click();
  await expect(form.getByText(`We sent a code to ${number}.`)).toBeVisible();
  await expect(form.getByLabel('Code')).toBeFocused();
  await expect.poll(lastCode).toMatch(/^\d{6}$/);
  await keepPicture('northblock-sign-in-code');
  await form.getByRole('button', { name: 'Send another code' }).click();
  await expect(form.getByText('We just sent a code to this number.')).toBeVisible();
  await showCode(page, wrongCode(lastCode()), 'Sign In');
  await expect(form.getByText('This code is not right.')).toBeVisible();
  await showCode(page, lastCode(), 'Sign In');
  await seeToast(page, 'Welcome back!');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText(`You sign in with ${number}.`)).toBeVisible();

  await form.getByLabel('New password', { exact: true }).fill('behind-the-number');
  await form.getByLabel('Repeat the new password').fill('behind-the-number');
  await form.getByRole('button', { name: 'Change password' }).click();
  await seeToast(page, 'Password changed');
  await keepPicture('northblock-account-by-phone');
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out');
  await visit('northblock', '/signin');
  await login.fill(number);
  await form.getByLabel('Password', { exact: true }).fill('behind-the-number');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await seeToast(page, 'Welcome back!');
});

test('if the store sends text messages, a phone is a second factor', async ({
  page,
  sms,
  store,
  visit,
  keepPicture,
  watch,
}) => {
  watch.allow(/factors\/.*\/(challenge|verify)|status of 4(22|29)/);
  const minutesPass = (minutes: number) =>
    new Promise((done) => store.child.send({ advanceSeconds: minutes * 60 }, done));
  const lastCode = () => /\d{6}/.exec(sms.sentTo('+201001234567').at(-1) ?? '')?.[0] ?? '';
  const shopper = await hire(store, 'inkthread', 'user');
  await visit('inkthread', '/signin?next=%2Faccount');
  await signIn(page, shopper);
  await page.getByRole('button', { name: 'Set up two-step verification' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Text message', { exact: true }).click();
  await dialog.getByLabel('Mobile number').fill('0100 123 4567');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Enter the number with its country code').last()).toBeVisible();
  await keepPicture('inkthread-two-step-phone');
  await dialog.getByLabel('Mobile number').fill('+20 100 123 4567');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('We sent a code to +201001234567.')).toBeVisible();
  await showCode(page, wrongCode(lastCode()), 'Turn on');
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await showCode(page, lastCode(), 'Turn on');
  await expect(page.getByText('to the number ending in 567')).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out');
  await visit('inkthread', '/signin');
  await signIn(page, shopper);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('We just sent a code to this number.')).toBeVisible();
  await keepPicture('inkthread-two-step-phone-wait');

  await minutesPass(1.1);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await showCode(page, wrongCode(lastCode()), 'Confirm');
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await minutesPass(5.1);
  await showCode(page, lastCode(), 'Confirm');
  await expect(page.getByText('This code is too old.')).toBeVisible();
  await keepPicture('inkthread-two-step-phone-expired');
  const old = lastCode();
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect.poll(lastCode).not.toBe(old);
  await expect(page.getByText('This code is too old.')).toHaveCount(0);
  await showCode(page, old, 'Confirm');
  await expect(page.getByText('This code is not right.')).toBeVisible();
  await showCode(page, lastCode(), 'Confirm');
  await seeToast(page, 'Welcome back!');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible();

  await visit('inkthread', '/account');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-step verification' })).toBeVisible();
});
