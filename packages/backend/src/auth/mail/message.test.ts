import { describe, expect, it } from 'vitest';
import { hexColor, inkOn } from './message.ts';

describe('ink', () => {
  it('is the color with more contrast', () => {
    expect(inkOn('#edff66')).toBe('#000000');
    expect(inkOn('#8e44ad')).toBe('#ffffff');
    expect(inkOn('#000000')).toBe('#ffffff');
  });

  it('works on colors of three or six digits', () => {
    expect(hexColor('abc')).toBe('#aabbcc');
    expect(hexColor('#EDFF66')).toBe('#edff66');
    expect(hexColor('#12345')).toBeUndefined();
    expect(hexColor('url(x)')).toBeUndefined();
  });
});
