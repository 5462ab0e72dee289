import { type LoggerOptions, pino } from 'pino';

/**
 * Creates a process's log: JSON lines on standard output, without passwords, tokens or addresses.
 * @param mixin adds fields to every line
 */
export function createLogger(level: string, mixin?: LoggerOptions['mixin']) {
  // Buffer lines for at most a quarter of a second: writing each one took as long as sending a page.
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
