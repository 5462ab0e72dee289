import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../tests/support/database.ts';
import { createAccess, loadApiKeys } from './access.ts';
import { parseDatabaseUrl } from './lib/database-address.ts';
import { secretsInDatabase, secretsInFolder } from './lib/secrets.ts';
import { loadTokenKeys } from './token-keys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the keys of a backend', () => {
  it('are created once, even if several processes start at the same moment', async () => {
    const dataDir = join(folder, 'together');
    const all = await Promise.all(
      Array.from({ length: 12 }, () => loadApiKeys(secretsInFolder(dataDir), {})),
    );
    expect(new Set(all.map(({ secretKey }) => secretKey)).size).toBe(1);
    const tokens = await Promise.all(
      Array.from({ length: 6 }, () => loadTokenKeys({ secrets: secretsInFolder(dataDir), issuer: 'i' })),
    );
    expect(new Set(tokens.map((keys) => JSON.stringify(keys.jwks()))).size).toBe(1);
    expect((await readdir(dataDir)).sort()).toEqual(['api-keys.json', 'jwt-key.json']);
  });

  it('are the same for all processes on a database that keeps them, and no request sees them', async () => {
    const database = await createTestDatabase();
    try {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => loadApiKeys(secretsInDatabase(database.owner), {})),
      );
      expect(new Set(all.map(({ secretKey }) => secretKey)).size).toBe(1);
      const look = () =>
        database.run({ role: 'service_role', claims: {} }, 'select value from backend.secrets', []);
      await expect(look()).rejects.toThrow('permission denied for schema backend');
    } finally {
      await database.drop();
    }
  });

  it('may include the owner’s signing key', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwtKey = JSON.stringify(await exportJWK(privateKey));
    const secrets = secretsInFolder(join(folder, 'own'));
    const [one, other] = [
      await loadTokenKeys({ secrets, jwtKey, issuer: 'i' }),
      await loadTokenKeys({ secrets, jwtKey, issuer: 'i' }),
    ];
    expect(await other.verify(await one.sign({ sub: 'x' }))).toMatchObject({ sub: 'x' });
    expect(one.jwks().keys[0]).toMatchObject({ kid: expect.any(String), use: 'sig' });
    await expect(readdir(join(folder, 'own'))).rejects.toThrow('ENOENT');
  });

  it('can be read by their owner alone', async () => {
    const dataDir = join(folder, 'private');
    await loadApiKeys(secretsInFolder(dataDir), {});
    await loadTokenKeys({ secrets: secretsInFolder(dataDir), issuer: 'i' });
    for (const file of await readdir(dataDir)) {
      expect((await stat(join(dataDir, file))).mode & 0o777, file).toBe(0o600);
    }
  });

  it('have the format of hosted projects’ keys and their roles', async () => {
    const secrets = secretsInFolder(join(folder, 'form'));
    const keys = await loadApiKeys(secrets, {});
    expect(keys.publishableKey).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
    expect(keys.secretKey).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
    const { byApiKey } = createAccess(keys, await loadTokenKeys({ secrets, issuer: 'i' }));
    expect(byApiKey(keys.publishableKey)?.role).toBe('anon');
    expect(byApiKey(keys.secretKey)?.role).toBe('service_role');
    expect(byApiKey(`${keys.secretKey.slice(0, -1)}?`)).toBeUndefined();
    expect(byApiKey('')).toBeUndefined();
  });

  it('may be configured', async () => {
    const givenKeys = { publishableKey: 'p', secretKey: 's' };
    const dataDir = join(folder, 'given');
    expect(await loadApiKeys(secretsInFolder(dataDir), givenKeys)).toEqual(givenKeys);
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
    const half = await loadApiKeys(secretsInFolder(dataDir), { publishableKey: 'p' });
    expect(half).toMatchObject({ publishableKey: 'p', secretKey: expect.stringMatching(/^sb_secret_/) });
  });

  it('sign tokens that outlive a restart, and publish only the public half', async () => {
    const dataDir = join(folder, 'restart');
    const before = await loadTokenKeys({
      secrets: secretsInFolder(dataDir),
      issuer: 'http://a.test/auth/v1',
    });
    const token = await before.sign({ sub: 'x', role: 'authenticated' });
    const after = await loadTokenKeys({ secrets: secretsInFolder(dataDir), issuer: 'http://a.test/auth/v1' });
    expect(await after.verify(token)).toMatchObject({ sub: 'x', iss: 'http://a.test/auth/v1' });
    const [jwk] = after.jwks().keys;
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) });
    expect(jwk).not.toHaveProperty('d');
  });

  it('do not accept a cached token after it has expired', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const keys = await loadTokenKeys({
      secrets: secretsInFolder(join(folder, 'clock')),
      issuer: 'i',
      now: () => now,
    });
    const token = await keys.sign({ sub: 'x', exp: now.getTime() / 1000 + 60 });
    expect(await keys.verify(token)).toMatchObject({ sub: 'x' });
    now = new Date('2026-01-01T00:02:00Z');
    await expect(keys.verify(token)).rejects.toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
  });
});

describe('a database URL', () => {
  it('is read into its parts', () => {
    expect(parseDatabaseUrl('postgres://me:p%40ss@db.test:6543/shop?sslmode=require')).toEqual({
      host: 'db.test',
      port: 6543,
      database: 'shop',
      user: 'me',
      password: 'p@ss',
      ssl: 'require',
    });
    expect(parseDatabaseUrl('postgres://me@db.test/shop?sslmode=verify-full').ssl).toBe('verify-full');
    expect(parseDatabaseUrl('postgresql://me@localhost/x')).toMatchObject({ port: 5432, ssl: undefined });
    expect(parseDatabaseUrl('postgres:///x?host=/run/pg')).toMatchObject({ host: '/run/pg' });
    expect(parseDatabaseUrl('postgres://me@[::1]:5433/x')).toMatchObject({ host: '::1', port: 5433 });
  });

  it('that is invalid is rejected without revealing the password', () => {
    for (const text of [
      '',
      'mysql://a:secret@b/c',
      'postgres//a:secret@b',
      'postgres://a:secret@b/c?sslmode=maybe',
      'postgres://a:secret@b/c?sslmode=toString',
    ]) {
      expect(() => parseDatabaseUrl(text)).toThrow(/database URL/i);
      expect(() => parseDatabaseUrl(text)).not.toThrow(/secret/);
    }
  });
});
