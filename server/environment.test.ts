import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { seedsDemo } from './seed.ts';

describe('the environment', () => {
  it('needs no variable: each one is optional or has a default', () => {
    expect(readEnvironment({})).toMatchObject({ PORT: 3000, SOUK_DATA: '.data' });
  });

  it('names every bad variable at once', () => {
    const read = () => readEnvironment({ PORT: 'eighty', SOUK_SEED: 'lots', DATABASE_URL: 'mysql://x' });
    expect(read).toThrow(/PORT must be a number, not "eighty"/);
    expect(read).toThrow(/SOUK_SEED must be demo, presets or none, not "lots"/);
    expect(read).toThrow(/DATABASE_URL must be a postgresql/);
  });

  it('requires both keys with a Supabase project', () => {
    const read = () => readEnvironment({ SUPABASE_URL: 'https://project.example' });
    expect(read).toThrow(/SUPABASE_PUBLISHABLE_KEY is needed when SUPABASE_URL is set/);
    expect(read).toThrow(/SUPABASE_SECRET_KEY is needed/);
  });

  it('accepts carrier accounts for all stores and for single ones, each complete', () => {
    const variables = { MYLERZ_USERNAME: 'us', MYLERZ_PASSWORD: 'word', BOSTA_API_KEY_INKTHREAD: 'ours' };
    const { BOSTA_API_KEY, MYLERZ_USERNAME, storeVariables } = readEnvironment(variables);
    expect([BOSTA_API_KEY, MYLERZ_USERNAME]).toEqual([undefined, 'us']);
    expect(storeVariables.get('INKTHREAD')).toMatchObject({ BOSTA_API_KEY: 'ours' });
    expect(() => readEnvironment({ MYLERZ_USERNAME: 'us' })).toThrow(/MYLERZ_PASSWORD is needed when/);
    expect(() => readEnvironment({ BOSTA_WEBHOOK_SECRET_INKTHREAD: 'short' })).toThrow(
      /BOSTA_WEBHOOK_SECRET_INKTHREAD must have 16 or more letters$/,
    );
  });

  it('never prints an invalid secret', () => {
    const read = () =>
      readEnvironment({ DATABASE_URL: 'mysql://me:of-mine@x', STRIPE_SECRET_KEY: 'of-mine' });
    expect(read).toThrow(/DATABASE_URL must be/);
    expect(read).not.toThrow(/of-mine/);
  });

  it('accepts only a valid signing key', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = JSON.stringify(await exportJWK(privateKey));
    expect(readEnvironment({ SOUK_JWT_KEY: key }).SOUK_JWT_KEY).toBe(key);
    const { d: _private, ...publicHalf } = JSON.parse(key);
    for (const wrong of ['a secret', '{}', JSON.stringify(publicHalf)]) {
      expect(() => readEnvironment({ SOUK_JWT_KEY: wrong })).toThrow(
        /SOUK_JWT_KEY must be a private key on the curve P-256, as a JWK on one line$/,
      );
    }
  });

  it('requires all settings of an S3 bucket together, and refuses them with a Supabase project', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example/',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readEnvironment(bucket)).toMatchObject({
      S3_ENDPOINT: 'https://s3.example',
      S3_REGION: 'us-east-1',
    });
    const half = () => readEnvironment({ S3_BUCKET: 'files' });
    expect(half).toThrow(/S3_ENDPOINT is needed when S3_BUCKET is set/);
    expect(half).toThrow(/S3_SECRET_ACCESS_KEY is needed/);
    const spelled = () => readEnvironment({ ...bucket, S3_BUCKET: 'My Files', S3_ENDPOINT: 's3.example' });
    expect(spelled).toThrow(/S3_BUCKET must be the name of a bucket: .*, not "My Files"/);
    expect(spelled).toThrow(/S3_ENDPOINT must be an http or https address, not "s3.example"/);
    const both = {
      SUPABASE_URL: 'https://p.example',
      SUPABASE_PUBLISHABLE_KEY: 'a',
      SUPABASE_SECRET_KEY: 'b',
    };
    expect(() => readEnvironment({ ...bucket, ...both })).toThrow(
      /S3_BUCKET belongs to the embedded backend/,
    );
  });

  it('treats an empty variable as not set', () => {
    expect(readEnvironment({ PORT: '', SMTP_HOST: '' })).toMatchObject({ PORT: 3000 });
  });

  it('loads the demo catalogue on an embedded backend, elsewhere only on request', () => {
    const project = {
      SUPABASE_URL: 'https://p.example',
      SUPABASE_PUBLISHABLE_KEY: 'a',
      SUPABASE_SECRET_KEY: 'b',
    };
    expect(seedsDemo(readEnvironment({}))).toBe(true);
    expect(seedsDemo(readEnvironment({ SOUK_SEED: 'none' }))).toBe(false);
    expect(seedsDemo(readEnvironment(project))).toBe(false);
    expect(seedsDemo(readEnvironment({ ...project, SOUK_SEED: 'demo' }))).toBe(true);
  });

  it('accepts a payment key only with its webhook secret', () => {
    const both = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readEnvironment(both)).toMatchObject({ ...both, STRIPE_API_URL: 'https://api.stripe.com' });
    expect(() => readEnvironment({ STRIPE_SECRET_KEY: 'sk_1' })).toThrow('STRIPE_WEBHOOK_SECRET is needed');
    expect(() => readEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
      'STRIPE_SECRET_KEY is needed',
    );
  });
});
