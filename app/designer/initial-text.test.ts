import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { designSchema, LIMITS } from './design.ts';
import { blankDesign, withElement } from './design-edits.ts';
import { initialText } from './initial-text.ts';

const asked = (text: string, garment = 'Hoodie') => initialText('one', garment, text, '#5879db');

describe('a text requested by the URL', () => {
  it('is in the middle, in the ink it was shown in', () => {
    expect(asked('Ink')).toMatchObject({ text: 'Ink', color: '#5879db', x: 0, y: 0, size: 6, side: 'front' });
  });

  it('breaks between words, into at most three lines', () => {
    expect(asked('  Say it   in ink ')?.text).toBe('Say it in\nink');
    expect(asked('one two three four five six seven eight')?.text.split('\n')).toHaveLength(3);
  });

  it.each(['', '   ', 'fine 😀'])('%j adds nothing to the design', (text) => {
    expect(asked(text)).toBeNull();
  });

  it('always makes a valid design, whatever is requested', () => {
    const garment = fc.constantFrom(...GARMENT_TYPES);
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), garment, (text, type) => {
        const element = asked(text, type);
        if (!element) return;
        expect(designSchema.safeParse(withElement(blankDesign(type, 'white'), element)).success).toBe(true);
        expect(element.text.split('\n').length).toBeLessThanOrEqual(3);
        expect(element.size).toBeGreaterThanOrEqual(LIMITS.textSize[0]);
      }),
    );
  });
});
