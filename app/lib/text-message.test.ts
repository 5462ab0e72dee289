import { describe, expect, it } from 'vitest';
import { partsOf, textMessage } from './text-message.ts';

describe('the segments of a text message', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    [`${'a'.repeat(158)}€`, 1],
    [`${'a'.repeat(159)}€`, 2],
    ['ب'.repeat(70), 1],
    ['ب'.repeat(71), 2],
    ['ب'.repeat(134), 2],
    ['ب'.repeat(135), 3],
    [`${'a'.repeat(70)}’`, 2],
  ])('are counted as networks do (%#)', (text, parts) => {
    expect(partsOf(text)).toBe(parts);
  });

  it('do not grow because of typographic characters that have a plain form', () => {
    expect(textMessage(['Mona’s “order” – soon…', '', 'x'])).toBe('Mona\'s "order" - soon...\nx');
    expect(textMessage(['طلبك – في الطريق'])).toBe('طلبك – في الطريق');
  });
});
