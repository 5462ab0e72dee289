import { expect, test } from './fixtures.ts';
import { signedInAs } from './people.ts';
import { hire } from './stock.ts';

const BRAND = 'meeplehouse';

test('people of each role open all pages of their navigation, each without an error', async ({
  page,
  store,
  visitAs,
  visit,
}) => {
  const boss = await hire(store, BRAND, 'super_admin');
  const asBoss = await signedInAs(store, BRAND, boss);
  const { data: roles } = await asBoss.rpc('list_staff_roles', { p_tenant_id: BRAND }).throwOnError();
  for (const role of roles)
    await test.step(role.name, async () => {
      const person = await hire(store, BRAND, 'user');
      await asBoss
        .rpc('grant_staff_role', { p_user_id: person.id, p_tenant_id: BRAND, p_role_id: role.id })
        .throwOnError();
      await visitAs(person, BRAND, '/admin');
      const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
      await expect(links).not.toHaveCount(0);
      for (const path of await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      )) {
        await visit(BRAND, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('could not be loaded')).toHaveCount(0);
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await page.waitForLoadState('networkidle');
      }
    });
});
