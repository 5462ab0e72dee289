import { randomUUID } from 'node:crypto';
import type { EmailOtpType } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { claimsOf, newAddress, PASSWORD } from '../support/auth-people.ts';
import {
  admin,
  adminOfBackend,
  backend,
  clock,
  mail,
  person,
  request,
  SITE,
  signedIn,
} from './admin-people.ts';

adminOfBackend();

describe('generating links', () => {
  /** Does what the link's page does. */
  async function follow(actionLink: string) {
    const { searchParams } = new URL(actionLink);
    const { data, error } = await backend.client().auth.verifyOtp({
      type: searchParams.get('type') as EmailOtpType,
      token_hash: searchParams.get('token_hash') ?? '',
    });
    if (error) throw error;
    return data.session?.user.email;
  }

  it('for a sign-up creates the account and a link that confirms it', async () => {
    const email = newAddress();
    const sent = mail.messages.length;
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { name: 'Mona' }, redirectTo: 'https://red.shop.test/in' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Mona' } });
    expect(data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: 'https://red.shop.test/in',
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    });
    expect(mail.messages.length).toBe(sent);
    expect(data.properties?.action_link).toContain('https://red.shop.test/in?token_hash=');
    expect(await follow(data.properties?.action_link ?? '')).toBe(email);
    await signedIn(email);
  });

  it.each(['magiclink', 'recovery'] as const)('creates one for %s that signs in', async (type) => {
    const { email } = await person();
    const { data } = await admin.generateLink({ type, email });
    expect(await follow(data.properties?.action_link ?? '')).toBe(email);
  });

  it('works by code and by token as well', async () => {
    const { email } = await person();
    const byCode = await admin.generateLink({ type: 'recovery', email });
    const { error } = await backend.client().auth.verifyOtp({
      email,
      token: byCode.data.properties?.email_otp ?? '',
      type: 'recovery',
    });
    expect(error).toBeNull();
    const byToken = await admin.generateLink({ type: 'magiclink', email });
    const second = await backend.client().auth.verifyOtp({
      type: 'magiclink',
      token_hash: byToken.data.properties?.hashed_token ?? '',
    });
    expect(second.error).toBeNull();
  });

  it('for a magic link creates a missing account', async () => {
    const email = newAddress();
    const { data, error } = await admin.generateLink({ type: 'magiclink', email });
    expect(error).toBeNull();
    expect(data.properties?.verification_type).toBe('signup');
    expect(await follow(data.properties?.action_link ?? '')).toBe(email);
  });

  it('refuses what it cannot do', async () => {
    const { email } = await person();
    const key = backend.secretKey;
    const ask = (body: object) => request('POST', '/admin/generate_link', body, { key });
    expect(await ask({ type: 'recovery', email: newAddress() })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    expect(await ask({ type: 'signup', email, password: PASSWORD })).toMatchObject({
      status: 422,
      body: { code: 'email_exists' },
    });
    expect((await ask({ type: 'signup', email: newAddress() })).status).toBe(400);
    expect((await ask({ type: 'sms', email })).status).toBe(400);
    expect((await ask({ type: 'invite', email: newAddress() })).status).toBe(400);
    expect((await ask({ type: 'email_change_new', email, new_email: newAddress() })).status).toBe(400);
    expect((await admin.inviteUserByEmail(newAddress())).error).toMatchObject({ status: 404 });
    const elsewhere = await ask({ type: 'recovery', email, redirect_to: 'https://evil.test' });
    expect(elsewhere.body.redirect_to).toBe(SITE);
  });
});

describe('factors', () => {
  it('are listed and removed for somebody who lost their phone', async () => {
    const { id, email } = await person();
    const client = await signedIn(email);
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost' });
    const code = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') }).generate({
      timestamp: clock.now().getTime(),
    });
    await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    const listed = await admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([
      { id: data?.id, friendly_name: 'Lost', factor_type: 'totp', status: 'verified' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(data?.totp.secret);
    const removed = await admin.mfa.deleteFactor({ userId: id, id: data?.id ?? '' });
    expect(removed.error).toBeNull();
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
    const { data: refreshed } = await client.auth.refreshSession();
    expect(claimsOf(refreshed.session?.access_token ?? '').aal).toBe('aal1');
    const again = await admin.mfa.deleteFactor({ userId: id, id: randomUUID() });
    expect(again.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });
});
