import { randomUUID } from 'node:crypto';
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

describe('inviting', () => {
  it('sends a message whose link lets a password be set', async () => {
    const email = newAddress();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { name: 'Omar' },
      redirectTo: 'https://red.shop.test/welcome',
    });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toMatch(/Z$/);
    const message = await mail.take(email, 'invite');
    expect(message.link?.origin).toBe('https://red.shop.test');
    const client = backend.client();
    const verified = await client.auth.verifyOtp({
      type: 'invite',
      token_hash: message.link?.searchParams.get('token_hash') ?? '',
    });
    expect(verified.data.user).toMatchObject({
      email,
      user_metadata: { name: 'Omar', email_verified: true },
    });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    await signedIn(email);
  });

  it('can be done again until it is accepted', async () => {
    const email = newAddress();
    const first = await admin.inviteUserByEmail(email);
    const second = await admin.inviteUserByEmail(email);
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const { email: known } = await person();
    expect((await admin.inviteUserByEmail(known)).error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('generating links', () => {
  async function follow(actionLink: string) {
    const { location } = await request('GET', actionLink);
    return Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)));
  }

  it('for signing up makes the account and a link that confirms it', async () => {
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
    expect(await follow(data.properties?.action_link ?? '')).toMatchObject({
      type: 'signup',
      token_type: 'bearer',
    });
    await signedIn(email);
  });

  it.each(['magiclink', 'recovery'] as const)('for %s signs in', async (type) => {
    const { email } = await person();
    const { data } = await admin.generateLink({ type, email });
    const { access_token: token } = await follow(data.properties?.action_link ?? '');
    expect(claimsOf(token ?? '').email).toBe(email);
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

  it('for an invitation and for a magic link makes an account that is not there', async () => {
    for (const type of ['invite', 'magiclink'] as const) {
      const email = newAddress();
      const { data, error } = await admin.generateLink({ type, email });
      expect(error).toBeNull();
      expect(data.properties?.verification_type).toBe(type === 'invite' ? 'invite' : 'signup');
      const { access_token: token } = await follow(data.properties?.action_link ?? '');
      expect(claimsOf(token ?? '').email).toBe(email);
    }
  });

  it('for another address makes one for each, and both are needed', async () => {
    const { email, id } = await person();
    const newEmail = newAddress();
    const forOld = await admin.generateLink({ type: 'email_change_current', email, newEmail });
    const forNew = await admin.generateLink({ type: 'email_change_new', email, newEmail });
    expect(forNew.data.user).toMatchObject({ new_email: newEmail });
    expect((await follow(forOld.data.properties?.action_link ?? '')).message).toContain('other email');
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await follow(forNew.data.properties?.action_link ?? '')).access_token).toBeDefined();
    expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail);
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
    expect((await ask({ type: 'email_change_new', email, new_email: email })).status).toBe(422);
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

describe('the audit log', () => {
  it('says who did what, without secrets', async () => {
    const { id, email } = await person();
    await signedIn(email);
    await admin.deleteUser(id);
    const rows = await backend.owner<{ payload: { action: string; actor_username: string } }[]>`
      select payload from auth.audit_log_entries
      where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id} order by created_at`;
    expect(rows.map(({ payload }) => payload.action)).toEqual(['user_signedup', 'login', 'user_deleted']);
    expect(rows[2]?.payload.actor_username).toBe('service_role');
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });
});
