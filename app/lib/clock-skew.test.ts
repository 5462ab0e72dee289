import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithClockSkew, withLocalExpiry } from './clock-skew.ts';

afterEach(() => vi.unstubAllGlobals());

const session = { access_token: 'a', expires_in: 3600, expires_at: 5_000_000, user: { id: 'u1' } };

describe('a session on a device whose clock is wrong', () => {
  it('expires after the lifetime given by the server, counted from now', () => {
    expect(JSON.parse(withLocalExpiry(JSON.stringify(session), 1_000_000_500))).toEqual({
      ...session,
      expires_at: 1_003_600,
    });
  });

  it.each(['', 'null', '[1]', '{"a":1}', '{"expires_in":"soon"}', '<html>'])(
    'is the only response that is rewritten, unlike %j',
    (text) => expect(withLocalExpiry(text, 0)).toBe(text),
  );

  it('comes from the endpoints that create one, and from no others', async () => {
    const answer = () => new Response(JSON.stringify(session), { status: 200, headers: { 'x-own': '1' } });
    vi.stubGlobal('fetch', async () => answer());
    const expiryOf = async (path: string) => {
      const response = await fetchWithClockSkew(`https://store.test${path}`);
      expect(response.headers.get('x-own')).toBe('1');
      return ((await response.json()) as typeof session).expires_at;
    };
    for (const path of [
      '/auth/v1/token?grant_type=password',
      '/auth/v1/verify',
      '/auth/v1/factors/f-1/verify',
    ]) {
      expect(await expiryOf(path), path).not.toBe(session.expires_at);
    }
    for (const path of ['/rest/v1/orders?select=*', '/auth/v1/user', '/auth/v1/factors']) {
      expect(await expiryOf(path), path).toBe(session.expires_at);
    }
  });

  it('is unchanged in an error response', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"expires_in":1}', { status: 400 }));
    const response = await fetchWithClockSkew('https://store.test/auth/v1/token');
    expect([response.status, await response.text()]).toEqual([400, '{"expires_in":1}']);
  });
});
