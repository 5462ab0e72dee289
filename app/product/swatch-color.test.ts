import { describe, expect, it } from 'vitest';
import { knownSwatch, swatchBackground } from './swatch-color.ts';

describe('swatches', () => {
  it.each([
    ['Black', '#1b1c1e'],
    [' forest green ', '#22473a'],
    ['Washed black', '#1b1c1e'],
    ['dusty-rose', '#cf7f8e'],
    ['#abc', '#abc'],
    ['00ff88', '#00ff88'],
    ['black / white', 'linear-gradient(135deg, #1b1c1e 0% 50%, #f4f3f0 50% 100%)'],
  ])('%j is %s', (name, background) => {
    expect(swatchBackground(name)).toBe(background);
  });

  it('shows clear as a checkerboard and unknown names as two grays', () => {
    expect(swatchBackground('Clear')).toContain('conic-gradient');
    expect(swatchBackground('Moonbeam')).toBe(swatchBackground('black and moonbeam'));
  });

  it('never lets a name inject a declaration', () => {
    expect(swatchBackground('red; background: url(//x)')).toBe(swatchBackground('Moonbeam'));
  });

  it('recognizes color names', () => {
    expect(knownSwatch('Washed black')).toBe('#1b1c1e');
    expect(knownSwatch('XL')).toBeNull();
  });
});
