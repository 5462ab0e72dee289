import { AuthApiError } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { secondsToWait } from './mail-wait.ts';

const limited = (message: string) => new AuthApiError(message, 429, 'over_email_send_rate_limit');

describe('M41 the wait for another message', () => {
  it('is what the sign-in service says, and a minute where it says nothing', () => {
    const why = 'For security purposes, you can only request this after 37 seconds.';
    expect(secondsToWait(limited(why))).toBe(37);
    expect(secondsToWait(limited('email rate limit exceeded'))).toBe(60);
  });

  it('is none for any other failure', () => {
    expect(secondsToWait(new AuthApiError('after 9 seconds', 400, 'validation_failed'))).toBeUndefined();
    expect(secondsToWait(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
