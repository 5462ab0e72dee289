import { pageBackend } from '#app/lib/page-tenant.ts';

/** Sign-in methods that the backend offers. */
export interface AuthSettings {
  google: boolean;
  /** Whether the backend sends codes by text message, for the second step. */
  sms: boolean;
}

let pendingSettings: Promise<AuthSettings | undefined> | undefined;

/**
 * Reads the auth service's public settings with a plain fetch, which does not load the client.
 * @returns undefined when they cannot be read; the next call tries again
 */
export function readAuthSettings(): Promise<AuthSettings | undefined> {
  pendingSettings ??= fetchSettings().catch(() => {
    pendingSettings = undefined;
    return undefined;
  });
  return pendingSettings;
}

async function fetchSettings(): Promise<AuthSettings> {
  const { url, key } = pageBackend();
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
  if (!response.ok) throw new Error(`The sign-in service answered ${response.status}`);
  return authSettingsOf(await response.json());
}

/** Parses the service's settings; a missing one counts as not offered. */
export function authSettingsOf(answer: unknown): AuthSettings {
  const { external, sms_provider: sender }: { external?: unknown; sms_provider?: unknown } = recordOf(answer);
  const { google, phone }: { google?: unknown; phone?: unknown } = recordOf(external);
  // Hosted projects name a default SMS provider even when none is configured; there, phone sign-in must be enabled too.
  return { google: google === true, sms: phone === true || sender === 'custom' };
}

function recordOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
