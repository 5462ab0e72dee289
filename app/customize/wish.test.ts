import { describe, expect, it } from 'vitest';
import { blankDesign } from './design-edits.ts';
import { GARMENT_TYPES } from './garments/types.ts';
import { openedDraft, searchWithout, wishNames, wishOf } from './wish.ts';

const wish = (search: string) => wishOf(new URLSearchParams(search));
const prices = Object.fromEntries(GARMENT_TYPES.map((garment) => [garment, 100]));
const draft = { design: blankDesign('Jeans', 'black'), size: '32', saved: null };

describe('the table that an address opens', () => {
  it('M83 is the draft, unless the address asks for something else', () => {
    expect(openedDraft(draft, { on: null, garment: null, wish: wish(''), prices })).toEqual(draft);
    const asked = { on: null, garment: 'Hoodie', wish: wish('garment=Hoodie&color=white'), prices } as const;
    expect(openedDraft(draft, asked).design).toMatchObject({ garment: 'Hoodie', color: 'white' });
  });

  it('M83 is the draft in a store that does not print on the first garment, too', () => {
    const { Hoodie: _, ...others } = prices;
    expect(openedDraft(draft, { on: null, garment: null, wish: wish(''), prices: others })).toEqual(draft);
    const blank = openedDraft(null, { on: null, garment: null, wish: wish(''), prices: others });
    expect(Object.keys(others)).toContain(blank.design.garment);
  });
});

describe('an address whose wishes were granted', () => {
  it('M83 asks for nothing any more, so that a reload finds what was made of them', () => {
    expect(searchWithout('?garment=Hoodie&color=white&text=Hi+there&ink=%23c8372d', wishNames)).toBe('');
    expect(searchWithout('?product=p1&design=d1', ['design'])).toBe('?product=p1');
  });
});
