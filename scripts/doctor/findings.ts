import type { Environment } from '../../server/environment.ts';

/** A result of the doctor; a note isn't a failure. */
export interface Finding {
  state: 'ok' | 'note' | 'problem';
  subject: string;
  message: string;
  /** What to do about a note or a problem. */
  remedy?: string;
}

export type Check = (environment: Environment) => Promise<Finding[]>;

/** Time limit of a connection, in milliseconds. */
export const TIMEOUT_MS = 10_000;
/** Tolerated clock difference in seconds: tokens last an hour, links less. */
const CLOCK_SECONDS = 5;

export const ok = (subject: string, message: string): Finding => ({ state: 'ok', subject, message });
export const note = (subject: string, message: string, remedy: string): Finding => ({
  state: 'note',
  subject,
  message,
  remedy,
});
export const problem = (subject: string, message: string, remedy: string): Finding => ({
  state: 'problem',
  subject,
  message,
  remedy,
});
export const reason = (error: unknown) =>
  error instanceof Error ? error.message || error.name : String(error);

/** @param apart milliseconds between the other clock and this machine's; HTTP dates have whole seconds */
export function clockFinding(whose: string, apart: number): Finding {
  const seconds = Math.round(Math.abs(apart) / 1_000);
  return seconds <= CLOCK_SECONDS || Number.isNaN(seconds)
    ? ok('clock', `It agrees with that of ${whose}.`)
    : problem(
        'clock',
        `It is ${seconds} seconds off that of ${whose}.`,
        'Let both machines keep their time by NTP.',
      );
}
