import { expect, it } from 'vitest';
import { cleanCode } from './typed-ascii.ts';

it.each(['SUMMER-10\u200b', '\u200fSUMMER-10', '\u2068SUMMER\u201310\u2069', ' summer -１０ ', 'SUMMER-١٠'])(
  'a code pasted as %j is the visible code',
  (pasted) => {
    expect(cleanCode(pasted).toUpperCase()).toBe('SUMMER-10');
  },
);
