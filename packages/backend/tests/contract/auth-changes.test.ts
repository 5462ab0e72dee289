import { afterAll, describe, expect, it } from 'vitest';
import { newAddress, PASSWORD, sessionOf } from '../support/auth-people.ts';
import { startMailBackend } from '../support/mail-backend.ts';

const { backend, mail, request, confirmed } = await startMailBackend();
afterAll(() => backend.close());

describe('changing the address', () => {
  it('needs both addresses to agree, in any order', async () => {
    for (const first of ['new', 'old'] as const) {
      const { client, email } = await confirmed();
      const newEmail = newAddress();
      const { data, error } = await client.auth.updateUser({ email: newEmail });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      const atNew = await mail.take(newEmail, 'email_change');
      const atOld = await mail.take(email, 'email_change_current');
      expect(atOld.text).toContain(newEmail);
      const [one, two] = first === 'new' ? [atNew, atOld] : [atOld, atNew];
      const half = await request('POST', '/verify', {
        type: 'email_change',
        token_hash: one.link?.searchParams.get('token_hash'),
      });
      expect(half).toMatchObject({ status: 200, body: { code: '200' } });
      expect(half.body.msg).toContain('Please proceed to confirm link sent to the other email');
      expect((await client.auth.getUser()).data.user?.email).toBe(email);
      const whole = await backend.client().auth.verifyOtp({
        type: 'email_change',
        token_hash: two.link?.searchParams.get('token_hash') ?? '',
      });
      expect(whole.error).toBeNull();
      expect(whole.data.user?.email).toBe(newEmail);
      expect(whole.data.user?.identities?.[0]?.identity_data).toMatchObject({
        email: newEmail,
        email_verified: true,
      });
      const signIn = await backend.client().auth.signInWithPassword({ email: newEmail, password: PASSWORD });
      expect(signIn.error).toBeNull();
    }
  });

  it('accepts codes as well as links', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    const atNew = await mail.take(newEmail, 'email_change');
    const atOld = await mail.take(email, 'email_change_current');
    await client.auth.verifyOtp({ email: newEmail, token: atNew.code, type: 'email_change' });
    const { data } = await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    expect(data.user?.email).toBe(newEmail);
  });

  it('refuses an address that is taken, at once and at the end', async () => {
    const { email: taken } = await confirmed();
    const { client, email } = await confirmed();
    const refused = await client.auth.updateUser({ email: taken });
    expect(refused.error).toMatchObject({ status: 422, code: 'email_exists' });
    const wanted = newAddress();
    await client.auth.updateUser({ email: wanted });
    const atNew = await mail.take(wanted, 'email_change');
    const atOld = await mail.take(email, 'email_change_current');
    await confirmed(wanted);
    await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    const late = await client.auth.verifyOtp({ email: wanted, token: atNew.code, type: 'email_change' });
    expect(late.error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await backend.owner`select id from auth.users where email = ${wanted}`).length).toBe(1);
  });

  it('can be resent', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    await mail.take(newEmail, 'email_change');
    await client.auth.resend({ type: 'email_change', email });
    const again = await mail.take(newEmail, 'email_change');
    expect(again.link?.searchParams.get('type')).toBe('email_change');
  });

  it('is cancelled when the password changes', async () => {
    const { client, email } = await confirmed();
    const newEmail = newAddress();
    await client.auth.updateUser({ email: newEmail });
    const atOld = await mail.take(email, 'email_change_current');
    await client.auth.updateUser({ password: 'another long password' });
    const { error } = await client.auth.verifyOtp({ email, token: atOld.code, type: 'email_change' });
    expect(error?.code).toBe('otp_expired');
  });
});

describe('a user changing themselves', () => {
  it('merges metadata, and null removes a key', async () => {
    const { client } = await confirmed();
    await client.auth.updateUser({ data: { name: 'Nour', size: 'L', nested: { a: [1, 2] } } });
    const { data, error } = await client.auth.updateUser({ data: { size: null, colour: 'red' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({
      name: 'Nour',
      colour: 'red',
      nested: { a: [1, 2] },
      email_verified: true,
    });
  });

  it('cannot touch app metadata, role or confirmation', async () => {
    const { client } = await confirmed();
    const { access_token: token } = await sessionOf(client);
    expect(await request('PUT', '/user', { app_metadata: { role: 'admin' } }, { token })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    const { body } = await request(
      'PUT',
      '/user',
      { role: 'service_role', aud: 'x', is_super_admin: true, banned_until: null },
      { token },
    );
    expect(body).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
  });

  it('cannot reuse the old password, nor choose a weak one', async () => {
    const { client } = await confirmed();
    const same = await client.auth.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    const weak = await client.auth.updateUser({ password: '123' });
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  });

  it('needs a live session', async () => {
    expect(await request('GET', '/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect(await request('GET', '/user', undefined, { token: 'a.b.c' })).toMatchObject({
      status: 403,
      body: { code: 'bad_jwt' },
    });
    const { client, email } = await confirmed();
    const { access_token: token } = await sessionOf(client);
    await backend.owner`delete from auth.users where email = ${email}`;
    expect(await request('GET', '/user', undefined, { token })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found' },
    });
  });
});
