import { describe, expect, it } from 'vitest';
import { authSettings, mailTransportOf, showsMailbox } from './auth-settings.ts';
import { readEnvironment } from './environment.ts';

const project = {
  ...{ SUPABASE_URL: 'https://p.example', SUPABASE_PUBLISHABLE_KEY: 'a', SUPABASE_SECRET_KEY: 'b' },
};
const smtp = { SMTP_HOST: 'mail.example', SMTP_FROM: 'shop@mail.example' };

describe('where the stores’ mail goes', () => {
  it.each([
    ['a store on this machine', {}, true],
    ['one with a name of this machine', { SOUK_ORIGIN: 'http://souk.localhost:3000' }, true],
    ['one that others reach', { SOUK_ORIGIN: 'https://shop.example' }, false],
    ['one with a backend elsewhere', project, false],
  ])('M64 without a mail server it lies where somebody can read it, or waits: %s', (_, variables, kept) => {
    const environment = readEnvironment(variables);
    expect(showsMailbox(environment)).toBe(kept);
    expect(authSettings(environment, 3000).auth.mail?.mailboxPage).toBe(kept);
    expect(mailTransportOf(environment) !== undefined).toBe(kept);
  });

  it.each([{}, { SOUK_ORIGIN: 'https://shop.example' }, project])(
    'M64 with a mail server it goes there (%#)',
    (variables) => {
      const environment = readEnvironment({ ...variables, ...smtp });
      expect(showsMailbox(environment)).toBe(false);
      const transport = mailTransportOf(environment);
      expect(transport).toBeDefined();
      transport?.close();
    },
  );
});
