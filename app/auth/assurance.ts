import type { Session } from '@supabase/supabase-js';

/**
 * Whether somebody has a verified second factor and their session has not shown it yet: then it is at the assurance
 * level aal1 where aal2 is due (spec section 4). A token that cannot be read counts as aal1.
 */
export function lacksSecondStep({ access_token, user }: Pick<Session, 'access_token' | 'user'>): boolean {
  return levelOf(access_token) !== 'aal2' && (user.factors ?? []).some(({ status }) => status === 'verified');
}

function levelOf(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return (JSON.parse(new TextDecoder().decode(bytes)) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
