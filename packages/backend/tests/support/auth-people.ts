import type { SupabaseClient } from '@supabase/supabase-js';
import type { TestBackend } from './backend.ts';

export const PASSWORD = 'correct horse battery';

/** Calls the auth service without a client: raw status, headers and JSON. */
export function authRequests(backend: () => TestBackend) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    { token, key, headers }: { token?: string; key?: string; headers?: Record<string, string> } = {},
  ) => {
    const { url, publishableKey } = backend();
    const response = await fetch(path.startsWith('http') ? path : `${url}/auth/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        apikey: key ?? publishableKey,
        'x-supabase-api-version': '2024-01-01',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location') ?? '',
      text,
      body: isJson ? JSON.parse(text) : {},
    };
  };
}

let people = 0;

/** A fresh address. */
export function newAddress(): string {
  people += 1;
  return `person.${process.pid}.${people}.${Date.now()}@people.test`;
}

/** A person who signed up without confirmation, with their client. */
export async function signedUpAt(backend: TestBackend, email = newAddress()) {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Mona' } },
  });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, email, session: data.session, user: data.session.user };
}

/** A client's tokens. */
export async function sessionOf(client: SupabaseClient) {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('The client holds no session');
  return data.session;
}

/** An access token's claims, without verifying its signature. */
export function claimsOf(token: string): Record<string, unknown> & { amr: { method: string }[] } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Parameters in a redirect's fragment. */
export function fragmentOf(place: string | URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(place).hash.slice(1)));
}
