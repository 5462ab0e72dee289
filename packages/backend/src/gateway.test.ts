import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../tests/support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

describe('the gateway', () => {
  it('refuses a request without an API key, in the words of a hosted project', async () => {
    const response = await fetch(`${backend.url}/rest/v1/anything`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'No API key found in request' });
  });

  it('refuses a key that is not one of its own', async () => {
    const response = await fetch(`${backend.url}/rest/v1/anything`, { headers: { apikey: 'sb_secret_x' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: 'Invalid API key' });
  });

  it('refuses a secret key as the bearer beside a publishable key', async () => {
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${backend.secretKey}` };
    const response = await fetch(`${backend.url}/rest/v1/anything`, { headers });
    expect(response.status).toBe(401);
  });

  it('answers a preflight from any origin and exposes the headers that a page may read', async () => {
    const preflight = await fetch(`${backend.url}/rest/v1/anything`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://shop.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,x-client-info',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-client-info');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    const refused = await fetch(`${backend.url}/rest/v1/anything`, {
      headers: { origin: 'http://shop.test' },
    });
    expect(refused.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });

  it('gives every response a request id, and keeps the client’s', async () => {
    const generated = await fetch(`${backend.url}/rest/v1/anything`);
    expect(generated.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const forwarded = await fetch(`${backend.url}/rest/v1/x`, {
      headers: { 'x-request-id': 'trace-12345678' },
    });
    expect(forwarded.headers.get('x-request-id')).toBe('trace-12345678');
  });

  it('routes only to its services', async () => {
    for (const path of ['/', '/rest', '/rest/v2/x', '/restful/v1/x', '//rest/v1/x']) {
      expect((await fetch(`${backend.url}${path}`)).status, path).toBe(404);
    }
  });

  it('logs no query when a request fails', async () => {
    const lines: Record<string, unknown>[] = [];
    const keep = (fields: Record<string, unknown>) => void lines.push(fields);
    const troubled = await startTestBackend({
      log: { info: keep, warn: keep, error: keep },
      addressOf: () => {
        throw new Error('nobody knows who asks');
      },
    });
    await expect(fetch(`${troubled.url}/auth/v1/verify?token=only-for-me`)).rejects.toThrow();
    await troubled.close();
    expect(lines.map(({ path }) => path)).toContain('/auth/v1/verify');
    expect(JSON.stringify(lines)).not.toContain('only-for-me');
  });

  it('says whether it is alive and whether the database answers', async () => {
    expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${backend.url}/readyz`)).status).toBe(200);
  });
});
