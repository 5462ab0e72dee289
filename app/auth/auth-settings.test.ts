import { afterEach, describe, expect, it, vi } from 'vitest';
import { authSettingsOf, readAuthSettings } from './auth-settings.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the sign-in methods of the auth service', () => {
  it('are read from its public settings', () => {
    expect(authSettingsOf({ external: { google: true, phone: false }, sms_provider: '' })).toEqual({
      google: true,
      sms: false,
    });
    expect(authSettingsOf({ external: { google: false, phone: true }, sms_provider: 'twilio' })).toEqual({
      google: false,
      sms: true,
    });
    expect(authSettingsOf({ external: {}, sms_provider: 'custom' }).sms).toBe(true);
  });

  it('a hosted project that only names a default sender offers no text messages', () => {
    expect(authSettingsOf({ external: { phone: false }, sms_provider: 'twilio' }).sms).toBe(false);
  });

  it.each([null, 'x', 3, [], {}, { external: null }, { external: { google: 'yes' } }])(
    'are empty when the answer contains none: %j',
    (answer) => expect(authSettingsOf(answer)).toEqual({ google: false, sms: false }),
  );

  it('are unknown, not empty, when the service cannot be read, and the next call tries again', async () => {
    vi.stubGlobal('document', { documentElement: { dataset: { backendUrl: 'https://backend.test' } } });
    const answers = [new Response('no', { status: 503 }), Response.json({ external: { google: true } })];
    const fetched = vi.fn(async (_address: string) => answers.shift());
    vi.stubGlobal('fetch', fetched);
    expect(await readAuthSettings()).toBeUndefined();
    expect(await readAuthSettings()).toEqual({ google: true, sms: false });
    expect(await readAuthSettings()).toEqual({ google: true, sms: false });
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(
      Array(2).fill('https://backend.test/auth/v1/settings'),
    );
  });
});
