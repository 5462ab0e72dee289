import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/auth-people.ts';
import { EMBEDDED, startTestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';

const GENEROUS = { times: 1000, seconds: 60 };
const mail = catchMail();
/** Backend of an app that stores addresses with a mark and has no page for codes. */
const backend = await startTestBackend({
  auth: {
    siteUrl: 'https://shop.test',
    tellsTaken: false,
    passwordChangeNeedsNonce: true,
    mail: {
      transport: mail,
      recipient: (address) => address.replace('+marked@', '@'),
      codesIn: [],
      brand: ({ address }) => ({ name: address.includes('+marked@') ? 'Marked' : 'Plain', color: '#aa0044' }),
    },
    limits: { messagesPerAddress: GENEROUS, messagesPerClient: GENEROUS },
  },
});
afterAll(() => backend.close());

let people = 0;
function newPerson() {
  people += 1;
  return { stored: `mona.${people}+marked@people.test`, typed: `mona.${people}@people.test` };
}

async function confirmed() {
  const { stored, typed } = newPerson();
  const client = backend.client();
  await client.auth.signUp({ email: stored, password: PASSWORD });
  const { link } = await mail.take(typed, 'signup');
  const token_hash = link?.searchParams.get('token_hash') ?? '';
  expect((await client.auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull();
  return { client, stored, typed };
}

describe.runIf(EMBEDDED)('a sign-in message', () => {
  it('goes to the mailbox of a marked address, and never shows the mark', async () => {
    const { client, stored, typed } = await confirmed();
    await backend.client().auth.signUp({ email: stored, password: PASSWORD });
    await mail.take(typed, 'taken');
    await backend.client().auth.resetPasswordForEmail(stored);
    await mail.take(typed, 'recovery');
    await backend.client().auth.signInWithOtp({ email: stored });
    await mail.take(typed, 'magiclink');
    await client.auth.reauthenticate();
    await mail.take(typed, 'reauthentication');
    const next = newPerson();
    await client.auth.updateUser({ email: next.stored });
    await mail.take(next.typed, 'email_change');
    expect((await mail.take(typed, 'email_change_current')).text).toContain(next.typed);
    for (const { to, subject, text, html } of mail.messages) {
      expect([to, subject, text, html].join('\n')).not.toContain('+marked');
      expect(subject + text).toContain('Marked');
      expect(html).toContain('#aa0044');
    }
  });

  it('has a code only if the app accepts one, and says how long its link works', async () => {
    const { client, stored, typed } = await confirmed();
    await backend.client().auth.resetPasswordForEmail(stored);
    const recovery = await mail.take(typed, 'recovery');
    expect(recovery.text).not.toMatch(/code/i);
    expect(recovery.text).toContain('The link works once, within 1 hour.');
    await client.auth.reauthenticate();
    expect((await mail.take(typed, 'reauthentication')).code).toMatch(/^\d{6}$/);
  });

  it('names the account in an authenticator app as its owner knows it', async () => {
    const { client, typed } = await confirmed();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    expect(decodeURIComponent(data?.totp.uri ?? '')).toContain(typed);
  });
});
