import type { Factor as StoredFactor } from '@supabase/supabase-js';
import type { z } from 'zod';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Factor, factorForm, UnverifiedFactor } from './factor-model.ts';

/**
 * Reads the signed-in person's verified factors.
 * @throws AuthError
 */
export async function readFactors(): Promise<Factor[]> {
  return (await readAll()).filter(({ status }) => status === 'verified').map(factorOf);
}

async function readAll(): Promise<StoredFactor[]> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw error;
  return data.all;
}

function factorOf({ id, factor_type, friendly_name, created_at, ...more }: StoredFactor): Factor {
  const phone = 'phone' in more && typeof more.phone === 'string' ? more.phone : '';
  const type = factor_type === 'phone' ? 'phone' : 'totp';
  return { id, type, name: friendly_name ?? '', phone, added: created_at };
}

/**
 * Enrolls a factor, which must then be verified with its first code. Removes unverified factors of earlier attempts.
 * @param issuer the store's name, as the authenticator app shows it
 * @throws AuthError
 */
export async function enrolFactor(
  form: z.output<typeof factorForm>,
  issuer: string,
): Promise<UnverifiedFactor> {
  const supabase = await loadSupabase();
  const unverified = (await readAll()).filter(({ status }) => status === 'unverified');
  for (const { id } of unverified) await supabase.auth.mfa.unenroll({ factorId: id });
  if (form.type === 'totp') {
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: form.name,
      issuer,
    });
    if (error) throw error;
    return { id: data.id, type: 'totp', qrCode: data.totp.qr_code, secret: data.totp.secret };
  }
  const { phone } = form;
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: form.name,
    phone,
  });
  if (error) throw error;
  return { id: data.id, type: 'phone', phone, challengeId: await sendCode(data.id) };
}

/**
 * Sends a code to a factor's phone.
 * @returns the challenge's id
 * @throws AuthError
 */
export async function sendCode(factorId: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/**
 * Verifies a code, which verifies the factor and raises the session to aal2.
 * @param challengeId of a texted code; authenticator apps need none
 * @throws AuthError
 */
export async function verifyCode(factorId: string, code: string, challengeId?: string): Promise<void> {
  const { mfa } = (await loadSupabase()).auth;
  const { error } = challengeId
    ? await mfa.verify({ factorId, challengeId, code })
    : await mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/**
 * Removes a factor and refreshes the session, whose token then no longer names it.
 * @throws AuthError
 */
export async function removeFactor(factorId: string): Promise<void> {
  const { auth } = await loadSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  await auth.refreshSession();
}

/** Refreshes the session after an admin removed the person's factors. */
export async function renewSession(): Promise<void> {
  const { auth } = await loadSupabase();
  const { error } = await auth.refreshSession();
  if (error) throw error;
}
