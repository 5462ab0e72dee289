import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js';
import { authWords } from '#app/messages/en/auth.ts';
import { pageWords } from '#app/messages/words.ts';

type Key = keyof typeof authWords;

/** GoTrue's codes that people can do something about, in plain words. */
const byCode: Record<string, Key> = {
  invalid_credentials: 'invalidCredentials',
  email_not_confirmed: 'emailNotConfirmed',
  user_already_exists: 'userExists',
  email_exists: 'userExists',
  same_password: 'samePassword',
  over_request_rate_limit: 'tooMany',
  over_email_send_rate_limit: 'tooMany',
  session_not_found: 'sessionMissing',
  session_expired: 'sessionMissing',
  refresh_token_not_found: 'sessionMissing',
  user_banned: 'banned',
  signup_disabled: 'signUpClosed',
  email_address_invalid: 'emailInvalid',
  validation_failed: 'otherFailure',
  bad_jwt: 'keysBroken',
  otp_expired: 'linkExpiredWhy',
  flow_state_not_found: 'linkExpiredWhy',
  flow_state_expired: 'linkExpiredWhy',
};

const weaknesses: Record<string, Key> = {
  length: 'weakLength',
  characters: 'weakCharacters',
  pwned: 'weakPwned',
};

/** What a failure of the auth service means for the person, in words they can act on (spec section 8). */
export function explainAuthFailure(error: unknown): string {
  const words = pageWords(authWords);
  const say = (key: Key) => words(key as 'otherFailure');
  if (isAuthWeakPasswordError(error)) {
    const reasons = error.reasons.map((reason) => say(weaknesses[reason] ?? 'weakCharacters'));
    return words('weakPassword', { reasons: reasons.join(', ') });
  }
  if (isAuthRetryableFetchError(error)) return say('unreachable');
  if (isAuthSessionMissingError(error)) return say('sessionMissing');
  if (error instanceof Error && /jwks|signing key|signature/i.test(error.message)) return say('keysBroken');
  if (isAuthApiError(error)) return say(byCode[error.code ?? ''] ?? 'otherFailure');
  return say(error instanceof TypeError ? 'unreachable' : 'otherFailure');
}
