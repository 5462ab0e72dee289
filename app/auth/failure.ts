import { formatParts } from '#app/i18n/format.ts';
import { authTexts } from '#app/i18n/texts/auth.ts';
import type englishAuth from '#app/i18n/texts/en/auth.json';

type Key = keyof typeof englishAuth;

/** Messages for the GoTrue error codes that people can act on. */
const byCode: Record<string, Key> = {
  invalid_credentials: 'invalidCredentials',
  email_not_confirmed: 'emailNotConfirmed',
  phone_not_confirmed: 'phoneNotConfirmed',
  sms_send_failed: 'textFailed',
  phone_provider_disabled: 'emailInvalid',
  user_already_exists: 'userExists',
  email_exists: 'userExists',
  same_password: 'samePassword',
  over_request_rate_limit: 'tooMany',
  over_email_send_rate_limit: 'mailWait',
  access_denied: 'googleDenied',
  provider_email_needs_verification: 'googleUnverified',
  bad_oauth_state: 'googleFinishElsewhere',
  bad_code_verifier: 'googleFinishElsewhere',
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
  mfa_verification_failed: 'codeWrong',
  mfa_challenge_expired: 'codeTooOld',
  mfa_ip_address_mismatch: 'codeTooOld',
  mfa_factor_not_found: 'factorGone',
  mfa_factor_name_conflict: 'factorNameTaken',
  mfa_verified_factor_exists: 'factorExists',
  too_many_enrolled_mfa_factors: 'factorsFull',
  insufficient_aal: 'secondStepFirst',
  mfa_phone_enroll_not_enabled: 'noTextMessages',
  mfa_phone_verify_not_enabled: 'noTextMessages',
  over_sms_send_rate_limit: 'textMessageWait',
};

const weaknesses: Record<string, Key> = {
  length: 'weakLength',
  characters: 'weakCharacters',
  pwned: 'weakPwned',
};

/**
 * Reads an auth error by its fields, without the client's error classes.
 * @returns '' for a missing field
 */
export function authFailure(error: unknown): {
  name: string;
  code: string;
  message: string;
  reasons: string[];
} {
  const { name, code, message, reasons }: Partial<Record<'name' | 'code' | 'message' | 'reasons', unknown>> =
    typeof error === 'object' && error !== null ? error : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    name: text(name),
    code: text(code),
    message: text(message),
    reasons: Array.isArray(reasons) ? reasons.map(text) : [],
  };
}

/** Translates an auth error into a message that people can act on (docs/product.md, Messages). */
export function explainAuthFailure(error: unknown): string {
  const t = authTexts();
  const translate = (key: Key) => t(key as 'otherFailure');
  const { name, code, message, reasons } = authFailure(error);
  if (name === 'AuthWeakPasswordError') {
    const why = reasons.map((reason) => translate(weaknesses[reason] ?? 'weakCharacters'));
    return t('weakPassword', { reasons: formatParts(why) || translate('weakCharacters') });
  }
  if (name === 'AuthRetryableFetchError') return translate('unreachable');
  if (name === 'AuthPKCECodeVerifierMissingError') return translate('googleFinishElsewhere');
  if (name === 'AuthSessionMissingError') return translate('sessionMissing');
  if (name === 'AuthInvalidJwtError' || /jwks|signing key|signature/i.test(message))
    return translate('keysBroken');
  if (code) return explainAuthCode(code);
  return translate(error instanceof TypeError ? 'unreachable' : 'otherFailure');
}

/** Translates an auth error code, as it also appears in a redirect's URL. */
export function explainAuthCode(code: string): string {
  const key = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  return authTexts()((key ?? 'otherFailure') as 'otherFailure');
}

/**
 * Seconds until the rate limit allows another mail; undefined for other errors. GoTrue gives them only in the message.
 */
export function secondsToWait(error: unknown): number | undefined {
  const { code, message } = authFailure(error);
  if (code !== 'over_email_send_rate_limit') return undefined;
  const seconds = Number(/after (\d{1,4}) seconds?/.exec(message)?.[1] ?? 60);
  return Math.max(1, seconds);
}
