import { describe, expect, it } from 'vitest';
import type { Brand } from './brand.ts';
import { presets } from './presets.ts';

function get(id: string): Brand {
  const brand = presets.find((preset) => preset.id === id);
  if (!brand) throw new Error(`no brand ${id}`);
  return brand;
}

/** The brands that docs/product.md describes; others may stand beside them. */
const promised = ['inkthread', 'meeplehouse', 'casecraft', 'northblock', 'duoworks'].map(get);

function table<T>(read: (brand: Brand) => T): Record<string, T> {
  return Object.fromEntries(promised.map((brand) => [brand.id, read(brand)]));
}

describe('the five tenants', () => {
  it('come in their order with their primary colours', () => {
    const inOrder = presets.filter((brand) => promised.includes(brand));
    expect(inOrder.map(({ id, primaryColor }) => [id, primaryColor])).toEqual([
      ['inkthread', '#5879DB'],
      ['meeplehouse', '#edff66'],
      ['casecraft', '#ff0000'],
      ['northblock', '#75EF45'],
      ['duoworks', '#8e44ad'],
    ]);
  });

  it('ship at the promised prices', () => {
    const fees = table(({ shipping }) => [
      shipping.freeShippingThreshold,
      shipping.defaultShippingFee,
      shipping.expressShippingFee,
    ]);
    expect(fees).toEqual({
      inkthread: [500, 30, 50],
      meeplehouse: [500, 30, 50],
      casecraft: [500, 30, 50],
      northblock: [300, 25, 45],
      duoworks: [400, 35, 60],
    });
  });

  it('print at the promised prices', () => {
    const prints = table(({ customization: { textPrice, imagePrice } }) => [textPrice, imagePrice]);
    expect(prints).toMatchObject({ inkthread: [5, 30], northblock: [7, 35], duoworks: [10, 50] });
  });

  it.each([
    ['Hoodie', 150, 180, 200],
    ['Sweatshirt', 120, 140, 160],
    ['Regular T-shirt', 80, 95, 110],
    ['Boxy T-shirt', 85, 100, 115],
    ['Oversized T-shirt', 90, 105, 120],
    ['Slim-Fit T-shirt', 75, 90, 105],
    ['Polo Shirt', 95, 110, 125],
    ['Polo Baskota', 100, 115, 130],
  ] as const)('a %s starts at the promised base prices', (garment, first, second, collab) => {
    const prices = table((brand) => brand.customization.baseProductPrices[garment]);
    expect(prices).toEqual({
      inkthread: first,
      meeplehouse: undefined,
      casecraft: undefined,
      northblock: second,
      duoworks: collab,
    });
  });

  it('take the promised payments', () => {
    const methods = table(({ payment }) => [
      payment.cashOnDelivery,
      payment.onlinePayment,
      payment.bankTransfer,
    ]);
    expect(methods).toEqual({
      inkthread: [true, false, false],
      meeplehouse: [true, false, false],
      casecraft: [true, false, false],
      northblock: [true, true, false],
      duoworks: [false, true, true],
    });
  });

  it('have the promised features', () => {
    const on = (read: (brand: Brand) => boolean) => promised.filter(read).map(({ id }) => id);
    const all = promised.map(({ id }) => id);
    expect(on((brand) => brand.features.customization)).toEqual(['inkthread', 'northblock', 'duoworks']);
    expect(on((brand) => brand.customization.enabled)).toEqual(['inkthread', 'northblock', 'duoworks']);
    expect(on((brand) => !brand.features.reviews)).toEqual(['duoworks']);
    expect(on((brand) => !brand.features.loyalty)).toEqual(['northblock']);
    expect(on((brand) => brand.features.liveChat)).toEqual(['duoworks']);
    expect(on((brand) => brand.pointsSystem)).toEqual(['meeplehouse']);
    expect(on((brand) => brand.autoPlayMusic)).toEqual(['meeplehouse']);
    expect(on((brand) => brand.hideInitialNavbar)).toEqual(['meeplehouse']);
    expect(on((brand) => brand.features.wishlist)).toEqual(all);
  });

  it('the board-game tenant has every product option off', () => {
    expect(Object.values(get('meeplehouse').productsOptions)).toEqual([false, false, false, false, false]);
    expect(Object.values(get('inkthread').productsOptions)).toEqual([true, true, true, true, true]);
  });

  it('sell in Egyptian pounds and speak English', () => {
    expect(new Set(promised.map(({ currency, currencySymbol }) => `${currency} ${currencySymbol}`))).toEqual(
      new Set(['EGP E£']),
    );
    expect(new Set(promised.map(({ defaultLanguage }) => defaultLanguage))).toEqual(new Set(['en']));
  });
});

describe('all brands', () => {
  it('fill every text field and use ids and domains of their own', () => {
    for (const brand of presets) {
      const {
        name,
        domain,
        logo,
        description,
        footerDescription,
        seoDescription,
        contactEmail,
        contactPhone,
      } = brand;
      for (const text of [name, domain, logo, description, footerDescription, seoDescription, brand.address])
        expect(text.trim(), brand.id).not.toBe('');
      expect(contactEmail).toMatch(/^[^@\s]+@[a-z.]+$/);
      expect(contactPhone).toMatch(/^\+20 [\d ]+$/);
      expect(brand.seoKeywords.length).toBeGreaterThan(2);
      expect(brand.secondaryColor).toMatch(/^#[0-9a-f]{6}$/i);
      if (brand.autoPlayMusic) expect(brand.musicSrc).toBeTruthy();
    }
    expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
    expect(new Set(presets.map(({ domain }) => domain)).size).toBe(presets.length);
  });

  it('introduce the designer in their own words, if they print', () => {
    const printing = presets.filter(({ customization }) => customization.enabled);
    const said = printing.map(({ design }) => design.copy.designerText);
    expect(said.every(Boolean)).toBe(true);
    expect(new Set(said).size).toBe(printing.length);
  });

  it('use at most two type families each', () => {
    for (const { id, design } of presets) {
      const families = new Set([design.fonts.display.family, design.fonts.body.family]);
      if (design.fonts.details === 'mono') families.add('mono');
      expect(families.size, id).toBeLessThanOrEqual(2);
    }
  });
});
