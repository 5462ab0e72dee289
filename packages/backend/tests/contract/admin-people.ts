import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { authRequests, newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { movableClock } from '../support/clock.ts';

export const SITE = 'https://shop.test';
export const clock = movableClock();
export const mail = catchMail();
export let backend: TestBackend;
export let admin: SupabaseClient['auth']['admin'];
export const request = authRequests(() => backend);

/** Gives a test file a backend with a clock, a mailbox and an admin. */
export function adminOfBackend(): void {
  beforeAll(async () => {
    backend = await startTestBackend({
      now: clock.now,
      auth: { siteUrl: SITE, redirectAllowList: ['https://*.shop.test/**'], mail: { transport: mail } },
    });
    admin = backend.client({ key: backend.secretKey }).auth.admin;
  });
  afterAll(() => backend.close());
}

/** Creates a person with a confirmed address. */
export async function person(fields: object = {}) {
  const email = newAddress();
  const { data, error } = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...fields,
  });
  if (error) throw error;
  return { email, id: data.user.id, user: data.user };
}

/** A signed-in client. */
export async function signedIn(email: string, password = PASSWORD) {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}
