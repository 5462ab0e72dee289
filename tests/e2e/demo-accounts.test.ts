import { createClient } from '@supabase/supabase-js';
import { ownerEmail, tenantEmail } from '../../app/auth/account-contacts.ts';
import { presets } from '../../app/brands/presets.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './steps.ts';
import { publishableKeyOf } from './stock.ts';
import { welcomeOfTemplate } from './store-template.ts';

test('every demo account that the start prints can sign in, the owner at any store', async ({
  page,
  store,
  visit,
  watch,
}) => {
  const output = await welcomeOfTemplate();
  const printed = [...output.matchAll(/^ {2}(super admin|staff|shopper) +(\S+@\S+) {2}(\S+)$/gm)].map(
    ([, role = '', email = '', password = '']) => ({ role, email, password }),
  );
  expect(printed).toHaveLength(1 + 2 * presets.length);
  for (const { role, email, password } of printed) {
    const tenantId = presets.find(({ domain }) => email.endsWith(`@${domain}`))?.id ?? '';
    const client = createClient(`http://127.0.0.1:${store.port}`, publishableKeyOf(store), {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { error } = await client.auth.signInWithPassword({
      email: role === 'super admin' ? ownerEmail(email) : tenantEmail(email, tenantId),
      password,
    });
    expect(error, email).toBeNull();
  }
  const [owner] = printed;
  // The sign-in tries the store's shopper account first.
  watch.allow(/auth\/v1\/token|status of 400/);
  await visit('duoworks', '/signin?next=%2Fadmin%2Fusers');
  await signIn(page, owner ?? { email: '', password: '' });
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
});
