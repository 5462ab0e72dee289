import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../app/lib/database.types.ts';
import type { TestBackend } from './backend.ts';
import { clientAt } from './client.ts';

export interface Customer {
  id: string;
  token: string;
  client: SupabaseClient<Database>;
}

/** A signed-in person with an account in a store, at a backend that confirms addresses automatically. */
export async function signUpIn(
  { url, publishableKey, owner }: TestBackend,
  tenantId: string,
  role: 'user' | 'admin' = 'user',
): Promise<Customer> {
  const client = clientAt(url, publishableKey);
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: 'long-enough-password' });
  const id = data.user?.id;
  const token = data.session?.access_token;
  if (!id || !token) throw new Error(error?.message ?? 'No session');
  await owner`insert into profiles (id, tenant_id, email, name) values (${id}, ${tenantId}, ${email}, 'Mona')`;
  await owner`insert into user_roles (user_id, tenant_id, role) values (${id}, ${tenantId}, ${role})`;
  return { id, token, client };
}
