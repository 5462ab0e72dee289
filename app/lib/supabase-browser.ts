import { pageTenant } from '#app/lib/page-tenant.ts';
import { browserStorage } from './browser-storage.ts';
import type { Supabase } from './supabase-client.ts';

let client: Promise<Supabase> | undefined;

/** Where the session of a tenant's customer lies in browser storage; one origin may carry several tenants. */
export function sessionKey(tenantId: string): string {
  return `souk-session-${tenantId}`;
}

/** Whether somebody has signed in on this browser before, without loading the client that could tell for sure. */
export function hasStoredSession(): boolean {
  return browserStorage(sessionKey(pageTenant())).read() !== null;
}

/**
 * The page's one client, loaded when it is first needed: shoppers who are not signed in never download it. The page
 * carries the backend's address and key on its root element.
 */
export function loadSupabase(): Promise<Supabase> {
  client ??= import('./supabase-client.ts').then(({ makeClient }) => {
    const { backendUrl, backendKey } = document.documentElement.dataset;
    return makeClient({
      url: backendUrl || location.origin,
      key: backendKey ?? '',
      storageKey: sessionKey(pageTenant()),
    });
  });
  client.catch(() => {
    client = undefined;
  });
  return client;
}
