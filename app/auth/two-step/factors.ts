import type { Factor as StoredFactor } from '@supabase/supabase-js';
import type { z } from 'zod';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { BegunFactor, Factor, factorForm } from './factor-model.ts';

/**
 * The signed-in person's verified factors, as the backend knows them now.
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
 * Begins a factor; it counts once its first code was confirmed. What was begun earlier and left is cleared away first.
 * @param issuer the store's name, as the authenticator app shows it
 * @throws AuthError
 */
export async function beginFactor(wanted: z.output<typeof factorForm>, issuer: string): Promise<BegunFactor> {
  const supabase = await loadSupabase();
  const left = (await readAll()).filter(({ status }) => status === 'unverified');
  for (const { id } of left) await supabase.auth.mfa.unenroll({ factorId: id });
  if (wanted.type === 'totp') {
    const { data, error } = await supabase.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: wanted.name,
      issuer,
    });
    if (error) throw error;
    return { id: data.id, type: 'totp', qrCode: data.totp.qr_code, secret: data.totp.secret };
  }
  const { phone } = wanted;
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'phone',
    friendlyName: wanted.name,
    phone,
  });
  if (error) throw error;
  return { id: data.id, type: 'phone', phone, challengeId: await sendCode(data.id) };
}

/**
 * Sends a code to a factor's phone.
 * @returns the challenge that the code answers
 * @throws AuthError
 */
export async function sendCode(factorId: string): Promise<string> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/**
 * Shows a factor's code: a begun factor counts from then on, and the session rises to aal2.
 * @param challengeId of a code that was sent; codes of an app need none
 * @throws AuthError
 */
export async function showCode(factorId: string, code: string, challengeId?: string): Promise<void> {
  const { mfa } = (await loadSupabase()).auth;
  const { error } = challengeId
    ? await mfa.verify({ factorId, challengeId, code })
    : await mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}

/**
 * Removes one of the person's factors and takes up tokens that no longer speak of it.
 * @throws AuthError
 */
export async function removeFactor(factorId: string): Promise<void> {
  const { auth } = await loadSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  await auth.refreshSession();
}

/** Takes up a session anew, after somebody else has removed its person's factors. */
export async function renewSession(): Promise<void> {
  const { auth } = await loadSupabase();
  const { error } = await auth.refreshSession();
  if (error) throw error;
}
