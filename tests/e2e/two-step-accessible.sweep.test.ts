import { examine } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './steps.ts';
import { hire } from './stock.ts';
import { codeOf, showCode, wrongCode } from './totp.ts';
import { atViewport, phone } from './viewports.ts';

const brand = 'meeplehouse';

atViewport(phone, () => {
  test(`axe finds nothing where people of ${brand} set up, show and remove a second factor, light or dark`, async ({
    page,
    store,
    visit,
    visitAs,
    keepPicture,
    watch,
  }) => {
    watch.allow(/factors\/.*\/verify|status of 422/);
    const found: string[] = [];
    const look = async (what: string) => {
      found.push(...(await examine(page, what)));
      await keepPicture(`${brand}-two-step-${what.replaceAll(' ', '-')}-dark-360`);
    };
    const mona = await hire(store, brand, 'user');
    await visitAs(mona, brand, '/account');
    await page.getByRole('button', { name: 'Set up two-step verification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Give it a name.')).toBeVisible();
    await look('name');
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    await showCode(page, wrongCode(codeOf(secret, 0)), 'Turn on');
    await expect(dialog.getByText('This code is not right.')).toBeVisible();
    await look('first code');
    await showCode(page, codeOf(secret, 0), 'Turn on');
    await expect(page.getByRole('list', { name: 'Your second steps' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await look('account');
    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await expect(dialog.getByText('Your password alone will be enough')).toBeVisible();
    await look('remove');
    await dialog.getByRole('button', { name: 'Keep it' }).click();

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await visit(brand, '/signin');
    await signIn(page, mona);
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm it is you' })).toBeVisible();
    await showCode(page, wrongCode(codeOf(secret, 0)), 'Confirm');
    await expect(page.getByText('This code is not right.')).toBeVisible();
    await look('challenge');
    expect(found).toEqual([]);
  });
});
