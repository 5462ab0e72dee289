import { describe, expect, it } from 'vitest';
import { presets } from '../../app/brands/presets.ts';
import { defaultLegalTexts } from '../../app/store/default-content.ts';
import { factTexts } from '../../app/store/fact-texts.ts';
import { brandFacts, type DeliveryFee, withFacts } from '../../app/store/facts.ts';
import { type DemoStore, hasDemo, readStore } from './demo-files.ts';

const demoBrands = presets.filter(({ id }) => hasDemo(id));
const stores: DemoStore[] = await Promise.all(demoBrands.map(({ id }) => readStore(id)));
const demos = demoBrands.map((brand, index) => ({
  name: brand.name,
  brand,
  demo: stores[index] as DemoStore,
}));

/** The demo's delivery fees as the database answers them. */
const feesOf = (store: DemoStore['store']): DeliveryFee[] =>
  (store.shipping_zones ?? []).flatMap(({ name, rates }) =>
    rates
      .filter(({ from_grams = 0 }) => from_grams === 0)
      .map(({ method, fee, free_from = null, days_from, days_to }) => ({
        ...{ zone_id: name, name, translations: {}, method, fee, free_from, days_from, days_to },
      })),
  );

describe.each(demos)('what $name says in its answers, policies and offers', ({ brand, demo }) => {
  const { store, products } = demo;
  const answers = store.settings.faq.map(({ question, answer }) => `${question} ${answer}`);
  const facts = factTexts({ ...brandFacts(brand), fees: feesOf(store) }).en;
  const policies = Object.values(defaultLegalTexts(brand)).map((text) => withFacts(text, facts));
  const offers = store.banners.map(({ title, description }) => `${title}. ${description}`);
  const said = [...answers, ...policies, ...offers];
  const all = said.join('\n');

  it('names no way to pay that is not offered, and a card only where the checkout shows it', () => {
    const { cashOnDelivery, onlinePayment, bankTransfer } = brand.payment;
    if (!cashOnDelivery) expect(all).not.toMatch(/cash/i);
    if (!bankTransfer) expect(all).not.toMatch(/bank transfer/i);
    const cards = said.filter((text) => /payments|can I pay/i.test(text) && /\bcards?\b/i.test(text));
    if (!onlinePayment) expect(cards).toEqual([]);
    for (const text of cards) expect(text).toMatch(/checkout/);
  });

  it('speaks of points, chat, printing and sizes only where the store has them', () => {
    const { features, pointsSystem, customization, productsOptions } = brand;
    if (!pointsSystem) expect(all).not.toMatch(/\bpoints\b/i);
    if (!features.liveChat) expect(all).not.toMatch(/\bchat\b/i);
    if (!customization.enabled) expect(all).not.toMatch(/designer|your own design|the press\b/i);
    if (!productsOptions.sizes) expect(all).not.toMatch(/\bsizes?\b/i);
  });

  it('lets nobody collect an order, for every order is delivered', () => {
    for (const text of said.filter((text) =>
      /\bcollect (?:it|my|your|an|the)\b|\bpick(?:ed)? it up/i.test(text),
    ))
      expect(text).toMatch(/Not yet/);
  });

  it('says that delivery differs from place to place, as its zones have it', () => {
    const { defaultShippingFee, freeShippingThreshold } = brand.shipping;
    const dearer = store.shipping_zones
      ?.flatMap(({ rates }) => rates)
      .some(({ fee }) => fee > defaultShippingFee);
    expect(dearer).toBe(true);
    for (const { name } of store.shipping_zones) expect(policies[0]).toContain(`- ${name}: `);
    for (const offer of offers.filter((text) => /free delivery/i.test(text))) {
      expect(offer).toContain(`${freeShippingThreshold} EGP`);
      expect(offer).toMatch(/Cairo/);
    }
  });

  it('offers at the prices and reductions that it has', () => {
    const { textPrice, imagePrice, baseProductPrices } = brand.customization;
    const reductions = products.map(
      ({ price, original_price: before = price }) => 100 - (100 * price) / before,
    );
    const printing = [textPrice, imagePrice, Math.min(...Object.values(baseProductPrices))];
    for (const offer of offers) {
      for (const [, percent] of offer.matchAll(/up to (\d+)%/gi))
        expect(Number(percent), offer).toBe(Math.round(Math.max(...reductions)));
      for (const [, amount] of offer.matchAll(/(?:text|picture|blanks) from (\d+) EGP/gi))
        expect(printing, offer).toContain(Number(amount));
    }
  });
});
