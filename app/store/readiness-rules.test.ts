import { describe, expect, it } from 'vitest';
import { presets } from '#app/brands/presets.ts';
import type { Json } from '#app/lib/database.types.ts';
import { type BrandRow, rowOfBrand } from './brand-row.ts';
import { databaseItems, type ServerFacts, serverItems, type TextRows, textItems } from './readiness-rules.ts';

const [preset] = presets;
const rowOf = (brand: (typeof presets)[number]) => rowOfBrand(brand) as BrandRow;
const settingsOf = (brand: (typeof presets)[number], contact: Json = {}): TextRows['settings'] => ({
  default_shipping_fee: brand.shipping.defaultShippingFee,
  express_shipping_fee: brand.shipping.expressShippingFee,
  free_shipping_threshold: brand.shipping.freeShippingThreshold,
  standard_days_from: 2,
  standard_days_to: 4,
  express_days_from: 1,
  express_days_to: 1,
  cash_on_delivery: true,
  online_payment: false,
  bank_transfer: false,
  customization_enabled: brand.customization.enabled,
  text_price: brand.customization.textPrice,
  image_price: brand.customization.imagePrice,
  points_enabled: false,
  points_earn_rate: 1,
  point_value: 1,
  wishlist_enabled: true,
  reviews_enabled: true,
  loyalty_enabled: true,
  live_chat_enabled: true,
  restocks_enabled: true,
  return_days: 1,
  fault_days: 1,
  exchanges: 'none',
  exchange_delivery: 'customer',
  keeps_delivery_fee: false,
  recounts_codes: false,
  recounts_delivery: false,
  gift_wrapping_enabled: false,
  gift_wrapping_price: 0,
  gifts: {},
  payment: {} as NonNullable<TextRows['settings']>['payment'],
  customization: {} as NonNullable<TextRows['settings']>['customization'],
  contact: { contactEmail: 'hello@delta.shop', contactPhone: '+20 100 765 4321', ...(contact as object) },
  store: {} as NonNullable<TextRows['settings']>['store'],
  translations: {},
});
const noLegal = { shippingReturns: '', terms: '' } as TextRows['legal'];
const rows = (changed: Partial<TextRows> = {}): TextRows => ({
  brand: rowOf(preset),
  settings: settingsOf(preset),
  legal: noLegal,
  questions: [],
  fees: [],
  ...changed,
});
const find = (all: ReturnType<typeof textItems>, item: string) => all.find((one) => one.item === item);

describe('texts that contradict the settings', () => {
  it.each(presets.map((brand) => [brand.id, brand] as const))('%s has none in its own words', (_, brand) => {
    const own = { brand: rowOf(brand), settings: settingsOf(brand) };
    expect(find(textItems(rows(own)), 'texts')).toMatchObject({ isReady: true, contradictions: [] });
  });

  it('are named with their place and language, in words of the brand, policies and questions', () => {
    const brand = {
      ...rowOf(preset),
      hero_text: 'Free delivery from 300 EGP.',
      translations: { ar: { contact_text: 'توصيل مجاني من 300 جنيه.' } },
    };
    const questions = [{ question: 'Express?', answer: 'Express delivery costs 45 EGP.', translations: {} }];
    const legal = { shippingReturns: 'Returns within 14 days of delivery.', terms: '' } as TextRows['legal'];
    const item = find(textItems(rows({ brand, questions, legal })), 'texts');
    expect(item).toMatchObject({ level: 'contradicts', isReady: false, amount: 4 });
    expect(
      item?.contradictions.map(({ place, name, language, fact }) => [place, name, language, fact]),
    ).toEqual([
      ['brand', 'hero_text', 'en', 'free_from'],
      ['legal', 'shippingReturns', 'en', 'return_days'],
      ['question', 'Express?', 'en', 'express_fee'],
      ['brand', 'contact_text', 'ar', 'free_from'],
    ]);
  });

  it('never come of facts that are named', () => {
    const brand = { ...rowOf(preset), hero_text: 'Free delivery from {free_from}.' };
    expect(find(textItems(rows({ brand })), 'texts')).toMatchObject({ isReady: true });
  });
});

describe('what is still a preset’s', () => {
  it('are words, logo and telephone, whichever preset they came from', () => {
    const borrowed = rows({ settings: settingsOf(preset, { contactPhone: presets[1]?.contactPhone ?? '' }) });
    const items = textItems(borrowed);
    expect(find(items, 'demo_words')?.amount).toBeGreaterThan(15);
    expect(find(items, 'demo_logo')).toMatchObject({ isReady: false });
    expect(find(items, 'demo_phone')).toMatchObject({ isReady: false, names: [presets[1]?.contactPhone] });
    expect(find(textItems(rows()), 'demo_phone')).toMatchObject({ isReady: true });
  });
});

describe('what the server knows', () => {
  const server: ServerFacts = { mail: 'smtp', providers: [], backups: undefined, alertEmail: undefined };
  const settings = settingsOf(preset);
  const say = (facts: Partial<ServerFacts>, online: Partial<NonNullable<typeof settings>> = {}) =>
    serverItems({ ...server, ...facts }, settings && { ...settings, ...online });

  it('misses a mail server while mail stays on this machine', () => {
    expect(find(say({ mail: 'mailbox' }), 'mail')).toMatchObject({ level: 'missing', isReady: false });
    expect(find(say({}), 'mail')).toMatchObject({ isReady: true });
  });

  it('finds online payment without a provider, which is worst as the only way to pay', () => {
    const online = { online_payment: true };
    const item = (more: object, facts = {}) => find(say(facts, { ...online, ...more }), 'online_payment');
    expect(item({})).toMatchObject({ level: 'contradicts', isReady: false });
    expect(item({ cash_on_delivery: false })).toMatchObject({ level: 'missing', isReady: false });
    expect(item({}, { providers: ['stripe'] })).toMatchObject({ isReady: true, names: ['stripe'] });
  });

  it('names the folder and the time of the newest backup, which must not be late', () => {
    const newest = new Date('2026-11-30T03:00:00Z');
    const item = (isLate: boolean) =>
      find(say({ backups: { folder: '/var/backups', newest, isLate } }), 'backups');
    expect(item(false)).toMatchObject({ isReady: true, names: ['/var/backups', '2026-11-30 03:00 UTC'] });
    expect(item(true)).toMatchObject({ isReady: false });
    expect(
      find(say({ backups: { folder: '/b', newest: undefined, isLate: false } }), 'backups'),
    ).toMatchObject({
      isReady: false,
      names: ['/b'],
    });
  });
});

it('items of a newer database are left out', () => {
  const row = { level: 'missing' as const, is_ready: false, names: [], amount: 0 };
  expect(
    databaseItems([
      { ...row, item: 'owner' },
      { ...row, item: 'unheard_of' },
    ]),
  ).toHaveLength(1);
});
