import { authFailure } from './failure.ts';

/**
 * How long somebody has to wait for another message, in seconds, where that is why they got none; else undefined. The
 * sign-in service says it only in its message.
 */
export function secondsToWait(error: unknown): number | undefined {
  const { code, message } = authFailure(error);
  if (code !== 'over_email_send_rate_limit') return undefined;
  const seconds = Number(/after (\d{1,4}) seconds?/.exec(message)?.[1] ?? 60);
  return Math.max(1, seconds);
}
