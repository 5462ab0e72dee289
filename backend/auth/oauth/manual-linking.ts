import { AuthError } from '../errors.ts';
import type { AuthParts } from '../parts.ts';

/** @throws AuthError `manual_linking_disabled` */
export function requireManualLinking(auth: AuthParts): void {
  if (auth.settings.manualLinking) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}
