import { type LoggerOptions, pino } from 'pino';

/**
 * Creates the log of a process: lines of JSON on standard output, without passwords, tokens and addresses.
 * @param mixin adds fields to every line
 */
export function createLogger(level: string, mixin?: LoggerOptions['mixin']) {
  // Lines are written together, a quarter of a second late at most: to write each took as long as to send a page.
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 });
  return pino(
    {
      level,
      base: null,
      ...(mixin && { mixin }),
      redact: ['req.headers', 'headers', '*.password', '*.token', '*.email'],
    },
    output,
  );
}
