import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { changePassword } from './password-change.ts';

const fine = async () => ({ error: null });
const fails = (code: string) => async () => ({ error: new AuthApiError('no', 400, code) });
const form = { current: 'old-password', password: 'new-password', code: '' };

it('changes the password when the current one is right', async () => {
  const update = vi.fn(fine);
  const calls = { check: fine, update, reauthenticate: fine };
  expect(await changePassword(calls, form)).toEqual({ kind: 'done' });
  expect(update).toHaveBeenCalledExactlyOnceWith({ password: 'new-password' });
});

it('changes nothing when the current password is wrong', async () => {
  const update = vi.fn(fine);
  const calls = { check: fails('invalid_credentials'), update, reauthenticate: fine };
  expect(await changePassword(calls, form)).toMatchObject({ kind: 'wrong', field: 'current' });
  expect(update).not.toHaveBeenCalled();
});

it('asks for a mailed code when the sign-in is not recent, and passes it on', async () => {
  const reauthenticate = vi.fn(fine);
  const old = { check: fine, update: fails('reauthentication_needed'), reauthenticate };
  expect(await changePassword(old, form)).toEqual({ kind: 'code-sent' });
  expect(reauthenticate).toHaveBeenCalledOnce();
  const update = vi.fn(fine);
  expect(await changePassword({ ...old, update }, { ...form, code: '123456' })).toEqual({ kind: 'done' });
  expect(update).toHaveBeenCalledWith({ password: 'new-password', nonce: '123456' });
  const wrong = { ...old, update: fails('reauthentication_not_valid') };
  expect(await changePassword(wrong, { ...form, code: '1' })).toMatchObject({ kind: 'wrong', field: 'code' });
});

it('explains why a new password is refused', async () => {
  const weak = async () => ({ error: new AuthWeakPasswordError('weak', 422, ['length']) });
  const calls = { check: fine, update: weak, reauthenticate: fine };
  expect(await changePassword(calls, form)).toMatchObject({ kind: 'wrong', field: 'password' });
});
