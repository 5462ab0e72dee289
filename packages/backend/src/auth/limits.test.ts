import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { clientKey } from '../lib/client-key.ts';
import { createLimits } from './limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('limits', () => {
  it('allow a number of uses and then say when to retry', async () => {
    const limits = createLimits({ signUpPerClient: { times: 2, seconds: 60 } }, database.owner);
    await limits.spend('signUpPerClient', 'a');
    await limits.spend('signUpPerClient', 'a');
    await expect(limits.spend('signUpPerClient', 'a')).rejects.toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      headers: { 'retry-after': '60' },
    });
    await expect(limits.spend('signUpPerClient', 'b')).resolves.toBeUndefined();
  });

  it('let a hundred people sign up within minutes behind a mobile carrier’s address, and mail them', async () => {
    const limits = createLimits(undefined, database.owner);
    for (let person = 0; person < 100; person += 1) await limits.spend('signUpPerClient', 'carrier');
    for (let person = 0; person < 50; person += 1) await limits.spend('messagesPerClient', 'carrier');
  });

  it('restore uses that were not an attack', async () => {
    const limits = createLimits({ signInPerAddress: { times: 1, seconds: 60 } }, database.owner);
    for (let round = 0; round < 5; round += 1) {
      await limits.spend('signInPerAddress', 'a');
      await limits.restore('signInPerAddress', 'a');
    }
    await limits.spend('signInPerAddress', 'a');
    await expect(limits.spend('signInPerAddress', 'a')).rejects.toMatchObject({ status: 429 });
  });
});

describe('limits of several processes on one database', () => {
  it('count together', async () => {
    const overrides = { signUpPerClient: { times: 3, seconds: 60 } };
    const [one, other] = [createLimits(overrides, database.owner), createLimits(overrides, database.owner)];
    await one.spend('signUpPerClient', 'c');
    await other.spend('signUpPerClient', 'c');
    await one.spend('signUpPerClient', 'c');
    await one.restore('signUpPerClient', 'c');
    await other.spend('signUpPerClient', 'c');
    await expect(one.spend('signUpPerClient', 'c')).rejects.toMatchObject({ status: 429 });
    await expect(other.spend('signUpPerClient', 'c')).rejects.toMatchObject({ status: 429 });
    await other.spend('signUpPerClient', 'd');
  });
});

describe('the key of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('for %s is %s', (ip, key) => {
    expect(clientKey(ip)).toBe(key);
  });
});
