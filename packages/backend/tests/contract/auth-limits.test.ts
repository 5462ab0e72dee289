import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newAddress, PASSWORD } from '../support/auth-people.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { catchMail } from '../support/caught-mail.ts';
import { createTestDatabase } from '../support/database.ts';

describe('limits', () => {
  async function withLimits(
    limits: object,
    work: (own: TestBackend) => Promise<void>,
    options: Parameters<typeof startTestBackend>[0] = {},
    mail = catchMail(),
  ) {
    const own = await startTestBackend({
      ...options,
      auth: { mailerAutoconfirm: true, mail: { transport: mail }, limits },
    });
    try {
      await work(own);
    } finally {
      await own.close();
    }
  }

  it('stop guesses at one password, and do not count right ones', async () => {
    await withLimits({ signInPerAddress: { times: 3, seconds: 60 } }, async (own) => {
      const email = newAddress();
      await own.client().auth.signUp({ email, password: PASSWORD });
      const signIn = (password: string) => own.client().auth.signInWithPassword({ email, password });
      for (let round = 0; round < 6; round += 1) expect((await signIn(PASSWORD)).error).toBeNull();
      for (let round = 0; round < 3; round += 1) {
        expect((await signIn('wrong password')).error?.code).toBe('invalid_credentials');
      }
      for (const password of ['wrong password', PASSWORD]) {
        expect((await signIn(password)).error).toMatchObject({
          status: 429,
          code: 'over_request_rate_limit',
          message: 'Request rate limit reached',
        });
      }
      const others = await own.client().auth.signInWithPassword({ email: newAddress(), password: PASSWORD });
      expect(others.error?.code).toBe('invalid_credentials');
    });
  });

  it('do not lock out a person whose password somebody else guesses elsewhere', async () => {
    await withLimits(
      { signInPerAddress: { times: 3, seconds: 60 } },
      async (own) => {
        const email = newAddress();
        await own.client().auth.signUp({ email, password: PASSWORD });
        const signIn = (address: string, password: string) =>
          own
            .client({ options: { global: { headers: { 'x-forwarded-for': address } } } })
            .auth.signInWithPassword({ email, password });
        for (let round = 0; round < 4; round += 1) await signIn('192.0.2.66', 'wrong password');
        expect((await signIn('192.0.2.66', PASSWORD)).error?.code).toBe('over_request_rate_limit');
        expect((await signIn('192.0.2.1', PASSWORD)).error).toBeNull();
      },
      { addressOf: ({ headers }) => String(headers['x-forwarded-for']) },
    );
  });

  it('are shared by all backends of one database', async () => {
    const database = await createTestDatabase();
    const own = { database: database.address, authenticatorPassword: database.authenticatorPassword };
    const limits = { signInPerAddress: { times: 3, seconds: 60 } };
    await withLimits(
      limits,
      async (one) => {
        await withLimits(
          limits,
          async (other) => {
            const email = newAddress();
            await one.client().auth.signUp({ email, password: PASSWORD });
            const codes: (string | undefined)[] = [];
            for (const backend of [one, other, one, other, one]) {
              const guess = backend.client().auth.signInWithPassword({ email, password: 'wrong password' });
              codes.push((await guess).error?.code);
            }
            expect(codes).toEqual([
              ...Array.from({ length: 3 }, () => 'invalid_credentials'),
              ...Array.from({ length: 2 }, () => 'over_request_rate_limit'),
            ]);
          },
          own,
        );
      },
      own,
    );
    await database.drop();
  });

  it('count clients behind a proxy separately', async () => {
    const from = (own: TestBackend, address: string) =>
      own
        .client({ options: { global: { headers: { 'x-forwarded-for': address } } } })
        .auth.signInWithPassword({ email: newAddress(), password: 'wrong password' });
    await withLimits(
      { signInPerClient: { times: 1, seconds: 60 } },
      async (own) => {
        for (const [address, code] of [
          ['192.0.2.1', 'invalid_credentials'],
          ['192.0.2.1', 'over_request_rate_limit'],
          ['192.0.2.2', 'invalid_credentials'],
        ] as const)
          expect((await from(own, address)).error?.code).toBe(code);
      },
      { addressOf: ({ headers }) => String(headers['x-forwarded-for']) },
    );
  });

  it('stop one client’s guesses at many accounts, even concurrent ones', async () => {
    await withLimits({ signInPerClient: { times: 5, seconds: 60 } }, async (own) => {
      const attempts = await Promise.all(
        Array.from({ length: 12 }, () =>
          own.client().auth.signInWithPassword({ email: newAddress(), password: 'wrong password' }),
        ),
      );
      const codes = attempts.map(({ error }) => error?.code);
      expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
      expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(7);
    });
  });

  it('have the old format for old clients, and say when to retry', async () => {
    await withLimits({ signInPerClient: { times: 1, seconds: 60 } }, async (own) => {
      const signIn = () =>
        fetch(`${own.url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: own.publishableKey },
          body: JSON.stringify({ email: newAddress(), password: 'wrong password' }),
        });
      await signIn();
      const response = await signIn();
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toEqual({
        code: 429,
        error_code: 'over_request_rate_limit',
        msg: 'Request rate limit reached',
      });
    });
  });

  it('send one address one message a minute, whether it has an account or not', async () => {
    await withLimits({}, async (own) => {
      const email = newAddress();
      await own.client().auth.signUp({ email, password: PASSWORD });
      for (const address of [email, newAddress()]) {
        expect((await own.client().auth.resetPasswordForEmail(address)).error).toBeNull();
        const second = await own.client().auth.signInWithOtp({ email: address });
        expect(second.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
        expect(second.error?.message).toMatch(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        );
      }
    });
  });

  it('bound the total of sent messages: requests about unknown addresses use up nothing', async () => {
    const mail = catchMail();
    await withLimits(
      { messages: { times: 2, seconds: 60 }, messagesPerAddress: { times: 9, seconds: 60 } },
      async (own) => {
        const email = newAddress();
        await own.client().auth.signUp({ email, password: PASSWORD });
        const ask = (address: string) => own.client().auth.resetPasswordForEmail(address);
        for (let round = 0; round < 4; round += 1) expect((await ask(newAddress())).error).toBeNull();
        for (let round = 0; round < 2; round += 1) {
          expect((await ask(email)).error).toBeNull();
          await mail.take(email, 'recovery');
        }
        for (const address of [email, newAddress()]) {
          expect((await ask(address)).error).toMatchObject({
            code: 'over_email_send_rate_limit',
            message: 'email rate limit exceeded',
          });
        }
      },
      {},
      mail,
    );
  });

  it('reserve messages for existing accounts, whatever sign-ups use up', async () => {
    const mail = catchMail();
    await withLimits(
      { messagesToNewcomers: { times: 1, seconds: 60 } },
      async (own) => {
        const email = newAddress();
        await own.client().auth.signUp({ email, password: PASSWORD });
        const newcomers = [newAddress(), newAddress(), newAddress()];
        for (const address of newcomers) await own.client().auth.signInWithOtp({ email: address });
        await own.client().auth.resetPasswordForEmail(email);
        await mail.take(email, 'recovery');
        const sent = mail.messages.filter(({ to }) => newcomers.includes(to));
        expect(sent).toHaveLength(1);
      },
      {},
      mail,
    );
  });

  const behindProxy = { addressOf: ({ headers }: IncomingMessage) => String(headers['x-forwarded-for']) };
  const at = (own: TestBackend, address: string) =>
    own.client({ options: { global: { headers: { 'x-forwarded-for': address } } } });

  it('leave people their own allowance if they signed in from an address where others guess', async () => {
    const limits = { signInPerClient: { times: 3, seconds: 60 }, verifyPerClient: { times: 3, seconds: 60 } };
    await withLimits(
      limits,
      async (own) => {
        const email = newAddress();
        await at(own, '192.0.2.7').auth.signUp({ email, password: PASSWORD });
        for (let round = 0; round < 5; round += 1) {
          const guessed = newAddress();
          await at(own, '192.0.2.7').auth.signInWithPassword({ email: guessed, password: 'wrong password' });
          await at(own, '192.0.2.7').auth.verifyOtp({ email: guessed, token: '000000', type: 'email' });
        }
        const guess = { email: newAddress(), password: 'wrong password' };
        const refused = await at(own, '192.0.2.7').auth.signInWithPassword(guess);
        expect(refused.error?.code).toBe('over_request_rate_limit');
        const known = await at(own, '192.0.2.7').auth.signInWithPassword({ email, password: PASSWORD });
        expect(known.error).toBeNull();
        const code = await at(own, '192.0.2.7').auth.verifyOtp({ email, token: '000000', type: 'email' });
        expect(code.error?.code).toBe('otp_expired');
        const link = { token_hash: 'f'.repeat(56), type: 'recovery' as const };
        expect((await at(own, '192.0.2.7').auth.verifyOtp(link)).error?.code).toBe('otp_expired');
      },
      behindProxy,
    );
  });

  it('stop guesses at one account over all addresses, but not its owner', async () => {
    await withLimits(
      { signInPerAccount: { times: 4, seconds: 60 } },
      async (own) => {
        const email = newAddress();
        await at(own, '192.0.2.1').auth.signUp({ email, password: PASSWORD });
        const signIn = (address: string, password: string) =>
          at(own, address).auth.signInWithPassword({ email, password });
        for (let guess = 0; guess < 4; guess += 1) {
          const { error } = await signIn(`198.51.100.${guess}`, 'wrong password');
          expect(error?.code).toBe('invalid_credentials');
        }
        expect((await signIn('198.51.100.99', PASSWORD)).error?.code).toBe('over_request_rate_limit');
        expect((await signIn('192.0.2.1', PASSWORD)).error).toBeNull();
      },
      behindProxy,
    );
  });

  /** A browser at an IP address, which keeps its cookies. */
  function browserAt(own: TestBackend, address: string) {
    const cookies = new Map<string, string>();
    const keepsCookies: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('x-forwarded-for', address);
      if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      const response = await fetch(input, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
        cookies.set(name, value);
      }
      return response;
    };
    return { cookies, auth: own.client({ options: { global: { fetch: keepsCookies } } }).auth };
  }

  it('let a known device sign in with the right password while others guess, wherever it is', async () => {
    await withLimits(
      { signInPerAccount: { times: 4, seconds: 60 }, signInPerAddress: { times: 3, seconds: 60 } },
      async (own) => {
        const email = newAddress();
        await own.client().auth.signUp({ email, password: PASSWORD });
        const device = browserAt(own, '192.0.2.1');
        expect((await device.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
        await device.auth.signOut();
        for (let guess = 0; guess < 5; guess += 1) {
          await at(own, `198.51.100.${guess}`).auth.signInWithPassword({ email, password: 'wrong password' });
        }
        // Also from the guesses' own address: a mobile carrier gives thousands of people one address.
        for (let guess = 0; guess < 4; guess += 1) {
          await at(own, '192.0.2.2').auth.signInWithPassword({ email, password: 'wrong password' });
        }
        for (const address of ['192.0.2.1', '192.0.2.2', '203.0.113.5']) {
          const elsewhere = browserAt(own, address);
          for (const [name, value] of device.cookies) elsewhere.cookies.set(name, value);
          expect((await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
          await elsewhere.auth.signOut();
          const stranger = await at(own, address).auth.signInWithPassword({ email, password: PASSWORD });
          expect(stranger.error?.code).toBe('over_request_rate_limit');
        }
      },
      behindProxy,
    );
  });

  it('slow down a guessing device like any other, and accept its cookie for no other account', async () => {
    await withLimits(
      { signInPerDevice: { times: 2, seconds: 60 }, signInPerAccount: { times: 3, seconds: 60 } },
      async (own) => {
        const [email, other] = [newAddress(), newAddress()];
        for (const address of [email, other]) {
          await own.client().auth.signUp({ email: address, password: PASSWORD });
        }
        const device = browserAt(own, '192.0.2.1');
        await device.auth.signInWithPassword({ email, password: PASSWORD });
        await device.auth.signOut();
        const codes: (string | undefined)[] = [];
        for (let guess = 0; guess < 6; guess += 1) {
          const guessed = await device.auth.signInWithPassword({ email, password: 'wrong password' });
          codes.push(guessed.error?.code);
        }
        expect(codes).toEqual([
          ...Array.from({ length: 5 }, () => 'invalid_credentials'),
          'over_request_rate_limit',
        ]);
        const [cookie] = [...device.cookies.values()];
        const forged = browserAt(own, '192.0.2.1');
        for (const guess of ['a', 'b', 'c', 'd']) {
          await at(own, '192.0.2.9').auth.signInWithPassword({ email: other, password: `wrong ${guess}` });
        }
        const owners = browserAt(own, '192.0.2.3');
        await owners.auth.signInWithPassword({ email, password: PASSWORD });
        for (const name of device.cookies.keys()) forged.cookies.set(name, cookie ?? '');
        const taken = await forged.auth.signInWithPassword({ email: other, password: PASSWORD });
        expect(taken.error?.code).toBe('over_request_rate_limit');
      },
      behindProxy,
    );
  });

  it('bound the text messages of one client, one account and all newcomers, without affecting others', async () => {
    const sent: string[] = [];
    const sms = { send: async (phone: string) => void sent.push(phone) };
    const own = await startTestBackend({
      ...behindProxy,
      auth: {
        mailerAutoconfirm: true,
        sms,
        limits: {
          smsPerClient: { times: 3, seconds: 60 },
          smsPerUser: { times: 2, seconds: 60 },
          smsToNewcomers: { times: 6, seconds: 60 },
          smsPerNumber: { times: 5, seconds: 60 },
        },
      },
    });
    try {
      let numbers = 0;
      const newNumber = () => `2010${10_000_000 + ++numbers}`;
      const ask = async (address: string, phone = newNumber()) =>
        (await at(own, address).auth.signInWithOtp({ phone })).error?.code;
      const flood: (string | undefined)[] = [];
      for (let n = 0; n < 4; n += 1) flood.push(await ask('198.51.100.1'));
      expect(flood).toEqual([undefined, undefined, undefined, 'over_sms_send_rate_limit']);
      const member = at(own, '192.0.2.1');
      await member.auth.signUp({ email: newAddress(), password: PASSWORD });
      const changes: (string | undefined)[] = [];
      for (let n = 0; n < 3; n += 1) {
        changes.push((await member.auth.updateUser({ phone: newNumber() })).error?.code);
      }
      expect(changes).toEqual([undefined, undefined, 'over_sms_send_rate_limit']);
      const owned = newNumber();
      await own.owner`
        insert into auth.users (id, phone, phone_confirmed_at) values (gen_random_uuid(), ${owned}, now())`;
      expect(await ask('192.0.2.5')).toBeUndefined();
      expect(await ask('192.0.2.6')).toBe('over_sms_send_rate_limit');
      expect(await ask('192.0.2.7', owned)).toBeUndefined();
      expect(sent).toHaveLength(7);
    } finally {
      await own.close();
    }
  });

  it('stop guesses at codes', async () => {
    await withLimits({ verifyPerAddress: { times: 3, seconds: 60 } }, async (own) => {
      const email = newAddress();
      const guess = () => own.client().auth.verifyOtp({ email, token: '000000', type: 'email' });
      for (let round = 0; round < 3; round += 1) expect((await guess()).error?.code).toBe('otp_expired');
      expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    });
  });

  it('stop guesses at a second step', async () => {
    await withLimits({ factorFailures: { times: 3, seconds: 60 } }, async (own) => {
      const client = own.client();
      await client.auth.signUp({ email: newAddress(), password: PASSWORD });
      const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
      const guess = () => client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: 'abcdef' });
      for (let round = 0; round < 3; round += 1)
        expect((await guess()).error?.code).toBe('mfa_verification_failed');
      expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    });
  });

  it('bound sign-ups and refreshes', async () => {
    const one = { times: 1, seconds: 60 };
    await withLimits({ signUpPerClient: one, refreshPerUser: one }, async (own) => {
      const client = own.client();
      await client.auth.signUp({ email: newAddress(), password: PASSWORD });
      const again = await own.client().auth.signUp({ email: newAddress(), password: PASSWORD });
      expect(again.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
      expect((await client.auth.refreshSession()).error).toBeNull();
      expect((await client.auth.refreshSession()).error).toMatchObject({ status: 429 });
    });
  });
});
