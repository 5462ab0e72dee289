import {
  AuthApiError,
  AuthInvalidJwtError,
  AuthPKCECodeVerifierMissingError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { explainAuthCode, explainAuthFailure, secondsToWait } from './failure.ts';

describe('a failure of the auth service', () => {
  it.each([
    [new AuthSessionMissingError(), 'You are no longer signed in. Sign in again.'],
    [
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
      'Email or password is not right. Check both and try again.',
    ],
    [
      new AuthWeakPasswordError('Weak', 422, ['length', 'pwned']),
      'This password is too easy to guess: it is too short, many people use it, so it is tried first.',
    ],
    ...[502, 503, 504, 0].map((status): [Error, string] => [
      new AuthRetryableFetchError('Bad gateway', status),
      'The store cannot be reached. Check your connection and try again.',
    ]),
    [new TypeError('Failed to fetch'), 'The store cannot be reached. Check your connection and try again.'],
    [new AuthInvalidJwtError('JWKS is empty'), 'Your sign-in could not be verified. Sign in again.'],
    [
      new Error('No matching signing key found in JWKS'),
      'Your sign-in could not be verified. Sign in again.',
    ],
    [new AuthInvalidJwtError('Invalid JWT signature'), 'Your sign-in could not be verified. Sign in again.'],
    [
      new AuthPKCECodeVerifierMissingError(),
      'Signing in has to end in the browser where it began. Try again here.',
    ],
    [new AuthApiError('x', 422, 'mfa_verification_failed'), 'This code is not right. Enter the newest one.'],
  ])('is told in plain words: %s', (error, words) => {
    expect(explainAuthFailure(error)).toBe(words);
  });

  it.each([new AuthApiError('x', 500, 'constructor'), null, 'text', {}, new Error('stack of secrets')])(
    'shows no internals if unforeseen: %s',
    (error) => expect(explainAuthFailure(error)).toBe('That did not work. Please try again.'),
  );

  it('is known by its code in a URL, and only if the code is known', () => {
    expect(explainAuthCode('access_denied')).toMatch(/^You did not agree at Google/);
    expect(explainAuthCode('<b>hi</b>')).toBe('That did not work. Please try again.');
  });
});

const limited = (message: string) => new AuthApiError(message, 429, 'over_email_send_rate_limit');

describe('the wait for another mail', () => {
  it('is what the sign-in service says, or a minute if it says nothing', () => {
    const why = 'For security purposes, you can only request this after 37 seconds.';
    expect(secondsToWait(limited(why))).toBe(37);
    expect(secondsToWait(limited('email rate limit exceeded'))).toBe(60);
  });

  it('is undefined for any other failure', () => {
    expect(secondsToWait(new AuthApiError('after 9 seconds', 400, 'validation_failed'))).toBeUndefined();
    expect(secondsToWait(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
