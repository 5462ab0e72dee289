import pino from 'pino';

/** A log of everything, and functions that return its lines and forget them. */
export function keptLog() {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const clearLog = () => {
    text = '';
  };
  return { log: pino({ level: 'debug' }, { write }), logged: () => text, clearLog };
}
