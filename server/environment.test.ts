import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { seedsDemo } from './seed.ts';

describe('the environment', () => {
  it('needs nothing: every variable has a default or may be missing', () => {
    expect(readEnvironment({})).toMatchObject({ PORT: 3000, SOUK_DATA: '.data' });
  });

  it('names every bad variable at once', () => {
    const read = () => readEnvironment({ PORT: 'eighty', SOUK_SEED: 'lots', DATABASE_URL: 'mysql://x' });
    expect(read).toThrow(/PORT must be a number/);
    expect(read).toThrow(/SOUK_SEED must be demo or none/);
    expect(read).toThrow(/DATABASE_URL must be a postgresql/);
  });

  it('asks for both keys when a Supabase project is named', () => {
    const read = () => readEnvironment({ SUPABASE_URL: 'https://project.example' });
    expect(read).toThrow(/SUPABASE_PUBLISHABLE_KEY is needed when SUPABASE_URL is set/);
    expect(read).toThrow(/SUPABASE_SECRET_KEY is needed/);
  });

  it('takes an empty variable as not set', () => {
    expect(readEnvironment({ PORT: '', SMTP_HOST: '' })).toMatchObject({ PORT: 3000 });
  });

  it('fills the stores with the demo catalogue on a backend of their own, elsewhere only when asked', () => {
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

  it('takes a payment key only together with the secret of its announcements', () => {
    const both = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readEnvironment(both)).toMatchObject({ ...both, STRIPE_API_URL: 'https://api.stripe.com' });
    expect(() => readEnvironment({ STRIPE_SECRET_KEY: 'sk_1' })).toThrow('STRIPE_WEBHOOK_SECRET is needed');
    expect(() => readEnvironment({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
      'STRIPE_SECRET_KEY is needed',
    );
  });
});
