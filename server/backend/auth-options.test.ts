import { allowedRedirect } from 'embedded-supabase';
import { describe, expect, it } from 'vitest';
import { tenantEmail } from '../../app/auth/account-contacts.ts';
import { presets } from '../../app/brands/presets.ts';
import { readEnvironment } from '../environment.ts';
import { authSettings, mailTransportOf, showsMailbox } from './auth-options.ts';

const project = {
  SUPABASE_URL: 'https://p.example',
  SUPABASE_PUBLISHABLE_KEY: 'a',
  SUPABASE_SECRET_KEY: 'b',
};
const smtp = { SMTP_HOST: 'mail.example', SMTP_FROM: 'shop@mail.example' };

describe('the stores’ mail', () => {
  it.each([
    ['a store on this machine', {}, true],
    ['one with a name of this machine', { SOUK_ORIGIN: 'http://souk.localhost:3000' }, true],
    ['one that others reach', { SOUK_ORIGIN: 'https://shop.example' }, false],
    ['one with a backend elsewhere', project, false],
  ])('without a mail server is kept where somebody can read it, or waits: %s', (_, variables, kept) => {
    const environment = readEnvironment(variables);
    expect(showsMailbox(environment)).toBe(kept);
    expect(authSettings(environment, { port: 3000 }).auth.mail?.mailboxPage).toBe(kept);
    expect(mailTransportOf(environment) !== undefined).toBe(kept);
  });

  it.each([{}, { SOUK_ORIGIN: 'https://shop.example' }, project])(
    'goes to the mail server if there is one (%#)',
    (variables) => {
      const environment = readEnvironment({ ...variables, ...smtp });
      expect(showsMailbox(environment)).toBe(false);
      const transport = mailTransportOf(environment);
      expect(transport).toBeDefined();
      transport?.close();
    },
  );
});

describe('new accounts', () => {
  it.each([
    ['as long as no mail leaves the machine', {}, true],
    ['once it does', smtp, false],
    ['unless the environment says otherwise', { ...smtp, SOUK_CONFIRM_EMAIL: '0' }, true],
    ['where it asks for that without', { SOUK_CONFIRM_EMAIL: '1' }, false],
  ])('may need a confirmed address: %s', (_, variables, confirmed) => {
    const { auth } = authSettings(readEnvironment(variables), { port: 3000 });
    expect(auth.mailerAutoconfirm).toBe(confirmed);
  });
});

describe('a sign-in mail', () => {
  const { mail } = authSettings(readEnvironment({}), { port: 3000 }).auth;

  it.each([
    ['mona+inkthread@people.test', {}, 'mona@people.test'],
    ['mona+inkthread@people.test', { original_email: 'Mona@People.test' }, 'Mona@People.test'],
    ['mona+cats+inkthread@people.test', {}, 'mona+cats@people.test'],
    ['mona@people.test', {}, 'mona@people.test'],
    ['mona+inkthread@people.test', { original_email: 'other@people.test' }, 'mona@people.test'],
    ['mona+inkthread@people.test', { original_email: 7, tenant_id: 'duoworks' }, 'mona@people.test'],
  ])('for %s (%j) goes to %s', (address, metadata, recipient) => {
    expect(mail?.recipient?.(address, metadata)).toBe(recipient);
  });

  it('names the account’s store, whatever its metadata and the link say', () => {
    const brand = mail?.brand?.({
      address: 'mona+inkthread@people.test',
      userMetadata: { tenant_id: 'duoworks' },
      redirectTo: 'http://duoworks.localhost:3000/auth/signin',
    });
    expect(brand?.name).toBe('Inkthread');
  });
});

describe('a sign-in mail in the language of the page that requested it', () => {
  const { mail } = authSettings(readEnvironment({}), { port: 3000 }).auth;
  const textsOn = (redirectTo: string) =>
    mail?.brand?.({ address: 'mona+inkthread@people.test', userMetadata: {}, redirectTo }).texts;

  it.each([
    ['http://localhost:3000/auth/reset-password', 'en', 'ltr', 'Reset your Inkthread password'],
    ['http://localhost:3000/ar/auth/reset-password', 'ar', 'rtl', 'إعادة تعيين كلمة المرور لدى Inkthread'],
    ['', 'en', 'ltr', 'Reset your Inkthread password'],
  ])('is from %s in %s, %s', (page, language, direction, subject) => {
    const texts = textsOn(page);
    expect(texts).toMatchObject({ language, direction });
    expect(texts?.messages.recovery.subject('Inkthread')).toBe(subject);
  });

  it('has no English in Arabic', () => {
    const texts = textsOn('http://localhost:3000/ar/signin');
    const phrases = Object.values(texts?.messages ?? {}).flatMap(({ subject, lead, button, ignore }) => [
      ...[subject('ب'), lead('ب', 'ب'), button, ignore],
    ]);
    expect(phrases).toHaveLength(28);
    expect(phrases.join(' ')).not.toMatch(/[A-Za-z]/);
  });
});

describe('a sign-in with Google', () => {
  const { storedIdentity } = authSettings(readEnvironment({}), { port: 3000 }).auth;
  const stored = (email: string, page: string) => storedIdentity?.({ subject: '7', email }, page);

  it.each([
    ['http://localhost:3000/auth/callback?tenant=meeplehouse', 'meeplehouse'],
    ['http://duoworks.localhost:3000/auth/callback?tenant=meeplehouse', 'duoworks'],
    ['https://shop.example/auth/callback?tenant=meeplehouse', 'meeplehouse'],
    ['http://localhost:3000/', 'inkthread'],
  ])('that returns to %s uses the address a person has at %s', (page, store) => {
    expect(stored('mona@people.test', page)).toEqual({
      subject: `7+${store}`,
      email: tenantEmail('Mona@people.test', store),
    });
  });

  it('marks an address that already has a mark once more, so that no two addresses become one', () => {
    const page = 'http://localhost:3000/auth/callback?tenant=inkthread';
    expect(stored('mona+inkthread@people.test', page)?.email).toBe('mona+inkthread+inkthread@people.test');
    expect(stored('ｍona@people.test', page)?.email).toBe('ｍona+inkthread@people.test');
  });

  it('on a store’s domain belongs to that store, whatever its URL says', () => {
    for (const { id, domain } of presets)
      expect(stored('mona@people.test', `https://${domain}/auth/callback?tenant=casecraft`)?.subject).toBe(
        `7+${id}`,
      );
  });
});

describe('allowed targets of links in sign-in mails', () => {
  const rulesOf = (variables: Record<string, string>, port: number | '*') => {
    const { siteUrl = '', redirectAllowList = [] } = authSettings(readEnvironment(variables), { port }).auth;
    return { siteUrl, redirectAllowList };
  };

  it('include any store on this machine, on any port, for a standalone backend', () => {
    const rules = rulesOf({}, '*');
    for (const store of [
      'http://localhost:3000',
      'http://meeplehouse.localhost:3000',
      'http://duoworks.localhost:4100',
    ]) {
      const page = `${store}/auth/reset-password`;
      expect(allowedRedirect(rules, page)).toBe(page);
    }
    expect(allowedRedirect(rules, 'http://evil.localhost:3000/')).toBeUndefined();
    expect(allowedRedirect(rules, 'http://meeplehouse.localhost:x.evil.example/')).toBeUndefined();
    expect(rules.siteUrl).toBe('http://localhost:3000');
  });

  it('include only the stores’ own port, and their public origin if set, for an embedded backend', () => {
    const rules = rulesOf({ SOUK_ORIGIN: 'https://shop.example' }, 3000);
    expect(allowedRedirect(rules, 'https://shop.example/x?tenant=duoworks')).toBeDefined();
    expect(allowedRedirect(rules, 'https://duoworks.example/x')).toBeDefined();
    expect(allowedRedirect(rules, 'http://duoworks.localhost:3000/x')).toBeDefined();
    expect(allowedRedirect(rules, 'http://duoworks.localhost:4000/x')).toBeUndefined();
  });
});
