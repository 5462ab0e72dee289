import { describe, expect, it } from 'vitest';
import { GARMENT_TYPES } from '#app/garments/types.ts';
import { normaliseProduct } from '#app/product/normalise-product.ts';
import { blankDesign, newText, withElement } from './design-edits.ts';
import {
  designParamNames,
  initialDraft,
  isOtherDesign,
  readDesignParams,
  searchWithout,
} from './design-params.ts';

const params = (search: string) => readDesignParams(new URLSearchParams(search));
const prices = Object.fromEntries(GARMENT_TYPES.map((garment) => [garment, 100]));
const draft = { design: blankDesign('Jeans', 'black'), size: '32', saved: null, line: null };

describe('the design opened by a URL', () => {
  it('is the draft, unless the URL requests something else', () => {
    expect(initialDraft(draft, { shopProduct: null, garment: null, params: params(''), prices })).toEqual(
      draft,
    );
    const options = {
      shopProduct: null,
      garment: 'Hoodie',
      params: params('garment=Hoodie&color=white'),
      prices,
    } as const;
    expect(initialDraft(draft, options).design).toMatchObject({ garment: 'Hoodie', color: 'white' });
  });

  it('is the draft even in a store that does not print on the first garment', () => {
    const { Hoodie: _, ...others } = prices;
    expect(
      initialDraft(draft, { shopProduct: null, garment: null, params: params(''), prices: others }),
    ).toEqual(draft);
    const { Jeans: __, ...withoutJeans } = prices;
    const opened = initialDraft(draft, {
      shopProduct: null,
      garment: 'Jeans',
      params: params(''),
      prices: withoutJeans,
    });
    expect(opened.design.garment, 'a garment that is not printed').toBe('Hoodie');
    const blank = initialDraft(null, {
      shopProduct: null,
      garment: null,
      params: params(''),
      prices: others,
    });
    expect(Object.keys(others)).toContain(blank.design.garment);
  });
});

describe('a link to another garment or with a text', () => {
  const text = { ...newText('t1', 'front', 'Souk', '#000000') };
  const drawn = { ...draft, design: withElement(draft.design, text) };
  const other = (garment: 'Hoodie' | 'Jeans' | null, words = '', kept = drawn) =>
    isOtherDesign(kept, { garment, text: words }, prices);

  it('starts a new design, so that nobody buys an earlier drawing', () => {
    expect(other('Hoodie')).toBe(true);
    expect(other(null, 'Bazaar')).toBe(true);
  });

  it('continues a blank draft, one on the same garment, and one with the same text', () => {
    expect(other('Hoodie', '', draft)).toBe(false);
    expect(other('Jeans')).toBe(false);
    expect(other('Jeans', 'Souk')).toBe(false);
    expect(isOtherDesign(drawn, { garment: 'Hoodie', text: '' }, { Jeans: 100 }), 'not printed').toBe(false);
  });
});

describe('a design on a store product', () => {
  const product = normaliseProduct({
    id: 'p1',
    name: 'Ink hoodie',
    color: 'black, navy',
    size: '["M","L"]',
  });
  const shopProduct = { product, garment: 'Hoodie', variants: [] } as const;
  const opened = (search: string, kept: typeof draft | null = null) => {
    const options = { shopProduct, garment: null, params: params(search), prices };
    const { design, size } = initialDraft(kept, options);
    return [design.color, size];
  };

  it('starts in the color and size chosen on its page', () => {
    expect(opened('color=navy&size=L')).toEqual(['navy', 'L']);
    const kept = { ...draft, design: blankDesign('Hoodie', 'black'), size: 'M' };
    expect(opened('color=navy&size=L', kept), 'also where a draft had others').toEqual(['navy', 'L']);
    expect(opened('', kept)).toEqual(['black', 'M']);
  });

  it('ignores a color or size that the product does not have', () => {
    expect(opened('color=pink&size=XXL')).toEqual(['black', '']);
  });
});

describe('a URL whose parameters were applied', () => {
  it('requests nothing more, so that a reload finds the resulting draft', () => {
    expect(
      searchWithout('?garment=Hoodie&color=white&size=M&text=Hi+there&ink=%23c8372d', designParamNames),
    ).toBe('');
    expect(searchWithout('?product=p1&design=d1', ['design'])).toBe('?product=p1');
  });
});
