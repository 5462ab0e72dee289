import { browserStorage } from './browser-storage.ts';
import { hostTenant, pageBackend } from './page-tenant.ts';
import type { Supabase } from './supabase-client.ts';

let client: Promise<Supabase> | undefined;

/** Storage key of a customer's session; one origin may serve several tenants. */
export function sessionKey(tenantId: string): string {
  return `souk-session-${tenantId}`;
}

/** Whether a session is stored, without loading the client. It may have expired. */
export function hasStoredSession(): boolean {
  return browserStorage(sessionKey(hostTenant())).read() !== null;
}

/** Returns the page's shared client, loading it on first use: anonymous shoppers never download it. */
export function loadSupabase(): Promise<Supabase> {
  client ??= import('./supabase-client.ts').then(({ makeClient }) =>
    makeClient({ ...pageBackend(), storageKey: sessionKey(hostTenant()) }),
  );
  client.catch(() => {
    client = undefined;
  });
  return client;
}

let isolated: Promise<Supabase> | undefined;

/** Returns a second client with its own session, which is not stored, so that the page's session is untouched. */
export function loadIsolatedSupabase(): Promise<Supabase> {
  isolated ??= import('./supabase-client.ts').then(({ makeClient }) =>
    makeClient({ ...pageBackend(), storageKey: 'souk-isolated', keep: false }),
  );
  isolated.catch(() => {
    isolated = undefined;
  });
  return isolated;
}
