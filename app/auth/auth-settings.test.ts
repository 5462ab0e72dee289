import { describe, expect, it } from 'vitest';
import { authSettingsOf } from './auth-settings.ts';

describe('what the sign-in service offers', () => {
  it('M43 M48 is read from its public settings', () => {
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

  it('M48 a hosted project that only names a default sender offers no text messages', () => {
    expect(authSettingsOf({ external: { phone: false }, sms_provider: 'twilio' }).sms).toBe(false);
  });

  it.each([null, 'x', 3, [], {}, { external: null }, { external: { google: 'yes' } }])(
    'M43 is nothing where the answer says nothing: %j',
    (answer) => expect(authSettingsOf(answer)).toEqual({ google: false, sms: false }),
  );
});
