import { describe, expect, it } from 'vitest';
import { mailedLinkOf, withoutLink } from './mailed-link.ts';

const read = (rest: string) => mailedLinkOf(new URL(`https://store.test/auth/signin${rest}`));

describe('a mailed link', () => {
  it('carries a token, a code or a session, depending on the backend', () => {
    expect(read('?token_hash=abc&type=signup')).toEqual({ kind: 'token', tokenHash: 'abc' });
    expect(read('?code=c-1')).toEqual({ kind: 'code', code: 'c-1' });
    expect(read('#access_token=a&refresh_token=r')).toEqual({
      kind: 'session',
      accessToken: 'a',
      refreshToken: 'r',
    });
  });

  it('may carry an error, in the query or the fragment, which outranks everything but a token', () => {
    expect(read('?error=access_denied&error_code=otp_expired')).toEqual({
      kind: 'refused',
      code: 'otp_expired',
    });
    expect(read('#error=access_denied&error_code=otp_expired')).toEqual({
      kind: 'refused',
      code: 'otp_expired',
    });
    expect(read('?code=c-1&error=server_error')).toEqual({ kind: 'refused', code: '' });
  });

  it('is undefined for a URL without any of these', () => {
    expect(read('')).toBeUndefined();
    expect(read('?next=%2Faccount#top')).toBeUndefined();
    expect(read('#access_token=a')).toBeUndefined();
  });

  it('removes its secret from the URL and keeps `next`', () => {
    expect(withoutLink(new URL('https://store.test/auth/signin?next=%2Fa%3Fb%3D1&token_hash=x#y'))).toBe(
      '/auth/signin?next=%2Fa%3Fb%3D1',
    );
    expect(withoutLink(new URL('https://store.test/auth/reset-password?code=x'))).toBe(
      '/auth/reset-password',
    );
  });
});
