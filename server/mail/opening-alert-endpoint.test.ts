import { createClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { openingAlertEndpoint } from './opening-alert-endpoint.ts';

/** Requests that the stubbed database received. */
let asked: unknown[] = [];
let answer: { status: number; body: unknown };
const used = new Map<string, number>();
const admin = createClient<Database>('http://backend.test', 'the secret key', {
  global: {
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body));
      if (new URL(String(input)).pathname.endsWith('/consume_rate_limit')) {
        used.set(body.p_client, (used.get(body.p_client) ?? 0) + 1);
        return Response.json((used.get(body.p_client) ?? 0) <= body.p_times);
      }
      asked.push(body);
      return Response.json(answer.body, { status: answer.status });
    },
  },
});

describe('an email address left at a closed door', () => {
  const endpoint = openingAlertEndpoint({ admin, log: pino({ level: 'silent' }) });
  const leave = async (visitor: string, form: Record<string, string>, method = 'POST') => {
    const body = method === 'POST' && { body: new URLSearchParams(form) };
    const { status, headers } = await endpoint.request(
      '/opening-alerts',
      { method, ...body },
      { host: 'northblock.localhost', ip: visitor },
    );
    return [status, headers.get('location')];
  };
  const form = { store: 'northblock', language: 'en', email: 'mona@example.com' };

  beforeEach(() => {
    asked = [];
    answer = { status: 200, body: true };
  });

  it('is stored with store and language, and redirects to the door in that language', async () => {
    expect(await leave('a', form)).toEqual([303, '/?asked=noted']);
    expect(await leave('a', { ...form, language: 'ar' })).toEqual([303, '/ar?asked=noted']);
    expect(asked).toEqual(
      ['en', 'ar'].map((p_language) => ({
        p_tenant_id: 'northblock',
        p_email: 'mona@example.com',
        p_language,
      })),
    );
  });

  it('redirects into a store that has opened meanwhile', async () => {
    answer.body = false;
    expect(await leave('b', form)).toEqual([303, '/']);
  });

  it('is reported when invalid', async () => {
    answer = {
      status: 400,
      body: { code: 'P0001', message: 'No address', details: 'invalid_email', hint: '' },
    };
    expect(await leave('c', { ...form, email: 'mona' })).toEqual([303, '/?asked=invalid']);
  });

  it('is limited to five per visitor in ten minutes', async () => {
    for (let n = 0; n < 5; n += 1) await leave('d', form);
    expect(await leave('d', form)).toEqual([303, '/?asked=later']);
    expect(asked).toHaveLength(5);
  });

  it('is accepted only from the door’s form, and never lost silently', async () => {
    expect(await leave('e', { email: 'mona@example.com' })).toEqual([400, null]);
    expect(await leave('e', form, 'GET')).toEqual([405, null]);
    answer = { status: 500, body: { code: 'XX000', message: 'away' } };
    expect(await leave('e', form)).toEqual([503, null]);
  });
});
