import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { type Key, textOfKeys } from './keyboard-layout.ts';

/** A pressed key with its time in ms. */
export type TimedKey = Key & { at: number };

/** Longest pause between a scanner's keys, in ms; people type more slowly. */
const longestPause = 70;
/** Fewest characters of a code. */
const shortestCode = 4;
/** From this many fast keys on, they are no shortcuts of a person. */
const surelyScanned = 3;

type Pressed =
  /** The key may be a person's. */
  | { kind: 'typing' }
  /** The key belongs to a scan that has not ended. */
  | { kind: 'scanning' }
  | { kind: 'scanned'; code: string };

/** Recognizes a scanner that types, by its speed and the Enter at the end. Returns a function that takes each key. */
export function createWedge(): (key: TimedKey) => Pressed {
  let keys: TimedKey[] = [];
  return (key) => {
    const last = keys.at(-1);
    if (last && key.at - last.at > longestPause) keys = [];
    if (key.key === 'Shift') return { kind: 'typing' };
    if (key.key === 'Enter') {
      const code = cleanAscii(textOfKeys(keys));
      keys = [];
      return code.length >= shortestCode ? { kind: 'scanned', code } : { kind: 'typing' };
    }
    const isCharacter = [...key.key].length === 1 || /^(?:Key|Digit)/.test(key.code);
    keys = isCharacter ? [...keys, key] : [];
    return { kind: keys.length >= surelyScanned ? 'scanning' : 'typing' };
  };
}
