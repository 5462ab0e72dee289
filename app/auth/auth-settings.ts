/** What the backend's sign-in service offers, as far as the store asks. */
export interface AuthSettings {
  /** Sign-in with Google. */
  google: boolean;
  /** Codes by text message, as a second step. */
  sms: boolean;
}

let asked: Promise<AuthSettings | undefined> | undefined;

/**
 * Asks the sign-in service what it offers. The endpoint is public and the client has no call for it, so that reading it
 * does not load the client either. @returns undefined when it cannot be read; who asks then is answered anew.
 */
export function readAuthSettings(): Promise<AuthSettings | undefined> {
  asked ??= ask().catch(() => {
    asked = undefined;
    return undefined;
  });
  return asked;
}

async function ask(): Promise<AuthSettings> {
  const { backendUrl, backendKey } = document.documentElement.dataset;
  const response = await fetch(`${backendUrl || location.origin}/auth/v1/settings`, {
    headers: { apikey: backendKey ?? '' },
  });
  if (!response.ok) throw new Error(`The sign-in service answered ${response.status}`);
  return authSettingsOf(await response.json());
}

/** Reads the service's answer; whatever is missing is not offered. */
export function authSettingsOf(answer: unknown): AuthSettings {
  const { external, sms_provider: sender }: { external?: unknown; sms_provider?: unknown } = recordOf(answer);
  const { google, phone }: { google?: unknown; phone?: unknown } = recordOf(external);
  // Hosted projects name a default sender also where none is set up; there, phones themselves must be on.
  return { google: google === true, sms: phone === true || sender === 'custom' };
}

function recordOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
