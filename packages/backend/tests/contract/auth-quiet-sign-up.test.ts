import { afterAll, describe, expect, it } from 'vitest';
import { authRequests, newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';

const SITE = 'https://shop.test';
const unlimited = { times: 10_000, seconds: 60 };

/** A value's shape: keys in order, with the types and lengths of their values. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, held]) => [key, formOf(held)]);
  }
  return typeof value === 'string' ? value.length : typeof value;
}

describe.each([
  { confirmation: 'off', mailerAutoconfirm: true },
  { confirmation: 'on', mailerAutoconfirm: false },
])(
  'a backend that tells nobody who has an account, with confirmation $confirmation',
  async ({ mailerAutoconfirm }) => {
    const mail = catchMail();
    const backend = await startTestBackend({
      auth: {
        siteUrl: SITE,
        tellsTaken: false,
        mailerAutoconfirm,
        mail: { transport: mail },
        limits: { signUpPerClient: unlimited, messagesPerAddress: unlimited, messagesPerClient: unlimited },
      },
    });
    const request = authRequests(() => backend);
    afterAll(() => backend.close());

    const data = { name: 'Mona', tenant_id: 'red' };
    const post = (email: string, password = PASSWORD) =>
      request('POST', '/signup', { email, password, data });
    const signIn = (email: string, password = PASSWORD) =>
      backend.client().auth.signInWithPassword({ email, password });

    /** A person who can sign in. */
    async function known() {
      const email = newAddress();
      await post(email);
      if (!mailerAutoconfirm) {
        const { code } = await mail.take(email, 'signup');
        await backend.client().auth.verifyOtp({ email, token: code, type: 'signup' });
      }
      return email;
    }

    it('answers a sign-up with a user and no session, and the person then signs in', async () => {
      const email = newAddress();
      const { data: made, error } = await backend
        .client()
        .auth.signUp({ email, password: PASSWORD, options: { data } });
      expect(error).toBeNull();
      expect(made.session).toBeNull();
      expect(made.user?.email_confirmed_at !== undefined).toBe(mailerAutoconfirm);
      const [row] = await backend.owner`select id from auth.users where email = ${email}`;
      expect(made.user?.id).toBe(row?.id);
      expect((await signIn(email)).error?.code).toBe(mailerAutoconfirm ? undefined : 'email_not_confirmed');
    });

    it('gives a taken address the same answer as a free one, and leaves its account unchanged', async () => {
      const email = await known();
      const free = await post(email.replace(/^./, 'z'));
      const [before] = await backend.owner`select * from auth.users where email = ${email}`;
      for (const password of [PASSWORD, 'another password 1']) {
        const taken = await post(email, password);
        expect(taken.status).toBe(free.status);
        expect([...taken.headers.keys()]).toEqual([...free.headers.keys()]);
        expect(formOf({ ...taken.body, email: '' })).toEqual(formOf({ ...free.body, email: '' }));
        expect(taken.body.id).not.toBe(before?.id);
      }
      const [after] = await backend.owner`select * from auth.users where email = ${email}`;
      expect(after).toEqual(before);
      expect((await signIn(email, 'another password 1')).error?.code).toBe('invalid_credentials');
      expect((await signIn(email)).error).toBeNull();
    });

    it.runIf(mailerAutoconfirm)(
      'takes as long for a taken address as for a free one',
      { timeout: 120_000 },
      async () => {
        const email = await known();
        const times: { free: number[]; taken: number[] } = { free: [], taken: [] };
        for (let round = 0; round < 7; round += 1) {
          const addresses = [['free', newAddress()] as const, ['taken', email] as const];
          for (const [kind, address] of round % 2 ? addresses : addresses.toReversed()) {
            const begin = performance.now();
            await post(address);
            times[kind].push(performance.now() - begin);
          }
        }
        // Hashing the password takes most of the time and always comes first, so neither kind is ever faster,
        // however busy this machine is.
        const usual = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
        expect(usual(times.taken)).toBeGreaterThan(Math.min(...times.free) * 0.8);
        expect(usual(times.free)).toBeGreaterThan(Math.min(...times.taken) * 0.8);
      },
    );

    it('notifies the address’s owner with a message that signs nobody in', async () => {
      const email = await known();
      await post(email, 'another password 1');
      const message = await mail.take(email, 'taken');
      expect(message.subject).toMatch(/^You already have an account at /);
      expect(message.code).toBe('');
      expect(message.link?.href).toBe(`${SITE}/`);
      expect(message.html).not.toMatch(/\d{6}<\/p>/);
    });

    it('does not reveal a taken address in a change of address either; only its mailbox can continue, and is refused', async () => {
      const email = await known();
      const other = await known();
      const client = backend.client();
      await client.auth.signInWithPassword({ email: other, password: PASSWORD });
      const { error } = await client.auth.updateUser({ email });
      expect(error).toBeNull();
      const atOld = await mail.take(other, 'email_change_current');
      const atNew = await mail.take(email, 'email_change');
      const open = (token: string, address: string) =>
        backend.client().auth.verifyOtp({ email: address, token, type: 'email_change' });
      await open(atOld.code, other);
      expect((await open(atNew.code, email)).error).not.toBeNull();
      expect((await signIn(other)).error).toBeNull();
      expect((await signIn(email)).error).toBeNull();
    });
  },
);
