import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** An error whose message tells the person at the terminal what to do. */
export class Problem extends Error {
  /** @param {...string} lines */
  constructor(...lines) {
    super(lines.filter(Boolean).join('\n'));
    this.name = 'Problem';
  }
}

/** @param {string} text */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs work, announcing it and printing its duration.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function timed(what, work) {
  print(`${what}…`);
  const from = performance.now();
  const result = await work();
  print(`${what}: done in ${seconds(performance.now() - from)}`);
  return result;
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
