import type { Page } from '@playwright/test';
import { coveredElements } from './covered-elements.ts';
import { expect, test } from './fixtures.ts';
import { mostShift, recordLayoutShifts } from './layout-shifts.ts';
import { mailboxAddress, mailedLink } from './mailbox.ts';
import { enrol } from './people.ts';
import { hydrated, newcomer, putInCart, seeToast, signIn, signUp } from './steps.ts';
import { adminOf, hire, ownName, stockProduct } from './stock.ts';
import { atViewport, phone, sweepUnless } from './viewports.ts';

const guestPages = [
  ...['/signin', '/auth/signin', '/signup', '/forgot-password'],
  ...['/reset-password', '/auth/reset-password', '/callback', '/auth/callback?tenant=x'],
];

/** URLs that a careless check takes for local paths; the unit tests know more of them. */
const traps = ['https://evil.example', '//evil.example/account', '/\\evil.example'];

async function openMenu(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  return page.getByRole('menu');
}

test('somebody signs up, in and out, and every guest page knows who they are', {
  tag: '@journey',
}, async ({ page, store, visit, visitAs, somebodyElse, keepPicture, watch }) => {
  const brand = 'inkthread';
  watch.allow(/auth\/v1\/(token|signup)|status of 400|net::ERR_FAILED/);
  const mona = newcomer();
  await visit(brand, '/account/orders?page=2');
  await seeToast(page, 'Please sign in', 'You need to sign in to continue.');
  await expect(page).toHaveURL(/\/signin\?next=%2Faccount%2Forders%3Fpage%3D2$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.route('**/auth/v1/signup*', (route) => route.abort());
  await signUp(page, 'Mona Adel', mona);
  const unreachable = 'The store cannot be reached. Check your connection and try again.';
  await seeToast(page, 'Error creating account', unreachable);
  await page.unroute('**/auth/v1/signup*');
  await signUp(page, 'Mona Adel', mona);
  await seeToast(page, 'Account created', 'Happy Shopping :)');
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Faccount%2Forders%3Fpage%3D2$/);
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(mona.email);
  // Staff can find the account before its first sign-in.
  const counter = await somebodyElse();
  await visitAs(await hire(store, brand, 'super_admin'), brand, '/admin/customers', counter);
  for (const list of ['customers', 'users']) {
    await visit(brand, `/admin/${list}?search=${encodeURIComponent(mona.email)}`, counter);
    await expect(counter.getByRole('row').filter({ hasText: mona.email }), list).toContainText('Mona Adel');
    await expect(counter.getByText('Not confirmed yet'), list).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  await signIn(page, { ...mona, password: 'wrong' });
  await seeToast(page, 'Sign in failed', 'Email or password is not right.');
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(mona.email);
  const refused = page.waitForResponse(/auth\/v1\/token/);
  await signIn(page, { email: `nobody-${mona.email}`, password: 'wrong' });
  await refused;
  await seeToast(page, 'Sign in failed', 'Email or password is not right.');
  await keepPicture(`${brand}-sign-in-failed`);
  await signIn(page, mona);
  await seeToast(page, 'Welcome back!', "You've successfully signed in");
  await expect(page).toHaveURL(/\/account\/orders\?page=2$/);

  for (const path of guestPages) {
    await visit(brand, path);
    await expect(page, path).toHaveURL(new RegExp(`//${brand}\\.localhost:\\d+/$`));
  }

  await visit(brand, '/cart');
  const menu = await openMenu(page);
  await expect(menu).toContainText('Mona Adel');
  await expect(menu).toContainText(/m\S*[*•…]\S*@/);
  await expect(menu).not.toContainText(mona.email);
  await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Orders', 'Wishlist', 'Sign out']);
  // Opened offline for the first time, the account says so, and loads by itself later.
  const fetched = () =>
    page.evaluate(() => performance.getEntries().some(({ name }) => /\/account-[^/]+\.js$/.test(name)));
  await expect.poll(fetched).toBe(true);
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await menu.getByRole('menuitem', { name: 'Profile' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  await keepPicture(`${brand}-account-offline`);
  await page.context().setOffline(false);
  await expect(main.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  // Only a browser that fails to delete the session keeps the person signed in, although the backend has ended it.
  watch.allow(/rest\/v1\/(discounts|profiles|store_credits)/);
  await page.evaluate(() => {
    const { removeItem } = Storage.prototype;
    Storage.prototype.removeItem = function refuse(key) {
      if (!key.startsWith('souk-session')) return removeItem.call(this, key);
      Storage.prototype.removeItem = removeItem;
      throw new DOMException('The storage is broken', 'UnknownError');
    };
  });
  await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Sign out failed', /\w/);
  await expect(page).toHaveURL(/\/account$/);
  // Signing out works offline.
  watch.allow(/auth\/v1\/logout/);
  await page.route('**/auth/v1/logout*', (route) => route.abort());
  await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  await seeToast(page, 'Signed out', "You've been successfully signed out");
  await expect(page).toHaveURL(new RegExp(`//${brand}\\.localhost:\\d+/$`));

  // Signing up with her address looks like every other sign-up; only she is notified.
  await visit(brand, '/signup');
  await signUp(page, 'Somebody else', { ...mona, password: 'green-hoodie-43' });
  await seeToast(page, 'Account created', 'Happy Shopping :)');
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await signIn(page, { ...mona, password: 'green-hoodie-43' });
  await seeToast(page, 'Sign in failed', 'Email or password is not right.');
  const link = await mailedLink(store, mona.email, 'You already have an account');
  await page.goto(link);
  await signIn(page, mona);
  await seeToast(page, 'Welcome back!');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible();
});

test('no URL redirects a sign-in to another site', async ({ page, store, visit }) => {
  const staff = await hire(store, 'northblock', 'user');
  for (const [index, trap] of traps.entries()) {
    // The page requests the settings once it has read its URL.
    const ready = page.waitForResponse(/auth\/v1\/settings/);
    await visit('northblock', `/signin?next=${encodeURIComponent(trap)}`);
    await ready;
    if (index === 0) {
      await signIn(page, staff);
      await seeToast(page, 'Welcome back!');
      await expect(page).toHaveURL(/northblock\.localhost:\d+\/$/);
      await visit('northblock', '/cart');
      await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click();
      await seeToast(page, 'Signed out');
    } else {
      const onward = page.getByRole('main').getByRole('link', { name: 'Sign Up' });
      await expect(onward, trap).toHaveAttribute('href', '/signup');
    }
  }
});

atViewport(phone, () => {
  test('menus show what the role allows, and follow a role change without a new sign-in', async ({
    page,
    store,
    visit,
    somebodyElse,
    keepPicture,
  }) => {
    const brand = 'inkthread';
    const admin = await hire(store, brand, 'admin');
    const boss = await hire(store, brand, 'super_admin');
    const links = (at: Page) =>
      at.getByRole('dialog').getByRole('navigation', { name: 'More Options' }).getByRole('link');
    const open = (at: Page) => at.getByRole('button', { name: 'More Options' }).click();

    await visit(brand, '/cart');
    await open(page);
    await expect(page.getByRole('dialog').getByText('Not signed in')).toBeVisible();
    const shared = ['Search Products', 'Categories', 'Customize Product'];
    await expect(links(page)).toHaveText([...shared, 'Special Deals']);
    await keepPicture(`${brand}-more-options-guest`);
    await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
    await signIn(page, admin);
    await expect(page).toHaveURL(/\/admin(\/dashboard)?$/);
    await visit(brand, '/cart');
    await open(page);
    await expect(links(page)).toHaveText([
      ...shared,
      'My Orders',
      'Wishlist',
      'Special Deals',
      'Admin Dashboard',
    ]);
    await keepPicture(`${brand}-more-options-admin`);
    await expect(page.getByRole('dialog').getByRole('link', { name: /View Profile/ })).toHaveAttribute(
      'href',
      '/account',
    );

    const office = await somebodyElse();
    await office.setViewportSize({ width: 1280, height: 900 });
    await visit(brand, '/signin', office);
    await signIn(office, boss);
    await expect(office).toHaveURL(/\/admin\/dashboard$/);
    await visit(brand, '/cart', office);
    await expect((await openMenu(office)).getByRole('menuitem')).toHaveText([
      ...['Profile', 'Orders', 'Wishlist', 'Admin Panel', 'User Management', 'Sign out'],
    ]);
    await keepPicture(`${brand}-profile-menu-super-admin`, office);
    await visit(brand, `/admin/users?search=${admin.email}`, office);
    await office.getByRole('button', { name: /^Change role of/ }).click();
    await office.getByRole('dialog').getByLabel('Role').selectOption('Customer');
    await office.getByRole('button', { name: 'Make Customer' }).click();
    await seeToast(office, 'Staff of the test is now Customer');

    await visit(brand, '/admin/products/new', office);
    await office.getByLabel('Name', { exact: true }).fill('Half a product');
    const signOut = () => office.getByRole('button', { name: 'Sign out' }).click();
    const question = office.getByRole('dialog', { name: 'Leave without saving?' });
    await signOut();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await expect(office.getByLabel('Name', { exact: true })).toHaveValue('Half a product');
    const isSignedIn = () => office.evaluate(() => 'souk-session-inkthread' in localStorage);
    expect(await isSignedIn()).toBe(true);
    await signOut();
    await question.getByRole('button', { name: 'Leave' }).click();
    await seeToast(office, 'Signed out', "You've been successfully signed out");
    await expect(office).toHaveURL(/inkthread\.localhost:\d+\/$/);
    expect(await isSignedIn()).toBe(false);

    await visit(brand, '/admin/orders');
    await expect(page).toHaveURL(/inkthread\.localhost:\d+\/$/);
    await open(page);
    await expect(links(page)).toHaveText([...shared, 'My Orders', 'Wishlist', 'Special Deals']);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await seeToast(page, 'Signed out');
  });
});

test('two tabs of one browser sign in and out together', async ({ page, store, visit, context, watch }) => {
  // Signing out at once may close a connection that is still opening, which the browser logs.
  watch.allow(/status of 401|closed before the connection is established/);
  const staff = await hire(store, 'casecraft', 'user');
  const second = await context.newPage();
  const third = await context.newPage();
  const fourth = await context.newPage();
  await visit('casecraft', '/faq', second);
  await visit('casecraft', '/signin?next=%2Faccount%2Fwishlist', third);
  await visit('casecraft', '/signup', fourth);
  for (const tab of [second, third, fourth]) await hydrated(tab);
  await visit('casecraft', '/signin?next=%2Fcart');
  await signIn(page, staff);
  await seeToast(page, 'Welcome back!');
  await expect(page).toHaveURL(/\/cart$/);
  await expect(third).toHaveURL(/\/account\/wishlist$/);
  await expect(fourth).toHaveURL(/casecraft\.localhost:\d+\/$/);
  await Promise.all([third.close(), fourth.close()]);
  await expect(second.getByRole('banner').getByRole('button', { name: 'Account' })).toBeVisible();
  await second.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeVisible();
  await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second).toHaveURL(/\/signin\?next=%2Faccount%2Fwishlist$/);
  await expect(second.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('without a mail server, a password is reset through this machine’s mailbox page', async ({
  page,
  store,
  visit,
  watch,
}) => {
  // The mailbox shows messages in a sandboxed frame, which also blocks the test driver's scripts.
  watch.allow(/sandboxed and the 'allow-scripts' permission/);
  const staff = await hire(store, 'meeplehouse', 'user');
  await visit('meeplehouse', '/account/points');
  await expect(page.getByText('Good to see you again.')).toHaveCount(0);
  await page.getByRole('main').getByLabel('Email').fill(staff.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(staff.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`If ${staff.email} has an account here, an email with a link`)).toBeVisible();
  await seeToast(page, 'Password reset email sent', 'Check your email for the password reset link');
  const address = `To ${staff.email}`;
  await expect(async () => {
    await page.goto(`http://localhost:${store.port}${await mailboxAddress(store)}`);
    await page.getByRole('listitem').filter({ hasText: address }).getByRole('link').click({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('link', { name: /auth\/reset-password\?.*token_hash=/ }).click();
  await page.getByLabel('New password').fill('123');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  watch.allow(/auth\/v1\/user|status of 422/);
  for (const password of ['Password123', 'green-hoodie-43']) {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Repeat the password').fill(password);
    await page.getByRole('button', { name: 'Save the new password' }).click();
    if (password === 'Password123') await expect(page.getByText(/many people use it/)).toBeVisible();
  }
  await seeToast(page, 'Password changed', 'You are signed in.');
  await expect(page).toHaveURL(/\/account\/points$/);
  await (await openMenu(page)).getByRole('menuitem', { name: 'Sign out' }).click();
  await visit('meeplehouse', '/signin');
  await expect(page.getByText('Good to see you again.')).toBeVisible();
  await signIn(page, { ...staff, password: 'green-hoodie-43' });
  await seeToast(page, 'Welcome back!');
});

test('a sign-up on the way to the checkout asks for the password once; a common one is rejected', async ({
  page,
  store,
  visit,
  watch,
}) => {
  watch.allow(/auth\/v1\/signup|status of 422/);
  const piece = await stockProduct(store, {
    tenant_id: 'casecraft',
    name: ownName('Piece for a newcomer'),
    price: 120,
    stock: 5,
  });
  const mona = newcomer();
  await visit('casecraft', `/product/${piece.id}`);
  await putInCart(page);
  await visit('casecraft', '/checkout');
  const form = page.getByRole('main');
  await expect(form.getByText('Sign in to finish your order.')).toBeVisible();
  await form.getByLabel('Email').fill(mona.email);
  await form.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  await expect(form.getByText('you finish your order right after this')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue(mona.email);
  await signUp(page, 'Mona Adel', { ...mona, password: 'iloveyou123' });
  await seeToast(page, 'Error creating account', /many people use it/);
  await expect(form.getByText('Choose another password.')).toBeVisible();
  await form.getByLabel('Password', { exact: true }).fill(mona.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await seeToast(page, "You're all set", "You're signed in. Let's complete your checkout.");
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
});

// Duoworks' chat button moves toasts up.
for (const brand of ['meeplehouse', 'duoworks']) {
  test(
    `the checkout message of ${brand} about being signed in covers no controls`,
    sweepUnless(brand === 'meeplehouse'),
    async ({ page, store, visit, keepPicture }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const piece = await stockProduct(store, {
        tenant_id: brand,
        name: ownName('Piece to check out'),
        price: 120,
        stock: 5,
      });
      await visit(brand, `/product/${piece.id}`);
      await putInCart(page);
      await visit(brand, '/signin?next=%2Fcheckout');
      await signIn(page, await enrol(store, brand, 'Quick Shopper'));
      const toast = page.getByRole('listitem').filter({ hasText: "You're all set" });
      // Hovering keeps the toast open; at the checkout it is elsewhere.
      await toast.hover();
      await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
      await toast.hover();
      await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
      await expect(page.getByRole('definition').last()).toContainText('EGP');
      expect(await coveredElements(toast)).toEqual([]);
      await keepPicture(`${brand}-checkout-toast-1280`);
    },
  );
}

test('a person without a session loads no backend client and never sees the spinner', async ({
  page,
  store,
  visit,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { spinnersSeen: seen });
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Checking your account')) seen.push(location.pathname);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const clients: string[] = [];
  page.on('response', async (response) => {
    if (!/\.js$/.test(new URL(response.url()).pathname)) return;
    const text = await response.text().catch(() => '');
    if (text.includes('GoTrueClient')) clients.push(`${new URL(page.url()).pathname} ${response.url()}`);
  });
  const { data } = await adminOf(store)
    .from('products')
    .select('id')
    .eq('tenant_id', 'inkthread')
    .limit(1)
    .single();
  for (const path of ['/', '/shop', `/product/${data?.id}`, '/cart', '/signin']) {
    await visit('inkthread', path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as Window & { spinnersSeen?: string[] }).spinnersSeen)).toEqual(
      [],
    );
  }
  expect(clients).toEqual([]);
});

test('nothing shifts when a guest’s checkout becomes the sign-in page, in either language and at two widths', async ({
  page,
  store,
  visit,
  watch,
}) => {
  // A picture preloaded for one width may be unused in another.
  watch.allow(/preloaded using link preload/);
  const shifted = await recordLayoutShifts(page);
  for (const [brand, width, prefixes] of [
    ['inkthread', 360, ['', '/ar']],
    ['meeplehouse', 1280, ['']],
    ['casecraft', 1280, ['/ar']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const piece = { tenant_id: brand, name: ownName('Piece of a guest'), price: 120, stock: 5 };
    await visit(brand, `/product/${(await stockProduct(store, piece)).id}`);
    await putInCart(page);
    for (const prefix of prefixes) {
      await visit(brand, `${prefix}/checkout`);
      await expect(page).toHaveURL(/\/signin\?next=/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))));
      expect(await shifted(), `${prefix} of ${brand}`).toBeLessThanOrEqual(mostShift);
    }
  }
});
