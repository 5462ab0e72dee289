import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

const upTo = (longest: number) => (line: string) => line.trimEnd().length <= longest;

describe('a long line', () => {
  it.each([
    ['Say it in ink', 'Say it in ink'],
    ['We only print what we would wear', 'We only print\nwhat we would\nwear'],
    ['Incomprehensibilities all around', 'Incomprehensibilities\nall around'],
    ['Two lines\nand one that is too long for it', 'Two lines\nand one that\nis too long\nfor it'],
    ['هذا سطر طويل لا يتسع له القميص', 'هذا سطر طويل\nلا يتسع له\nالقميص'],
    ['typing ', 'typing '],
  ])('%j breaks between words: %j', (text, wrapped) => {
    expect(wrapText(text, upTo(14), 6)).toBe(wrapped);
  });

  it('stays long when there are enough lines', () => {
    expect(wrapText('one two three four', upTo(4), 2)).toBe('one\ntwo three four');
  });

  it('keeps the position of every letter', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(30), (text, longest) => {
        const wrapped = wrapText(text, upTo(longest), 6);
        expect(wrapped.length).toBe(text.length);
        expect(wrapped.replaceAll('\n', ' ')).toBe(text.replaceAll('\n', ' '));
        expect(wrapped.split('\n').length).toBeLessThanOrEqual(Math.max(6, text.split('\n').length));
      }),
    );
  });
});
