import { describe, expect, it } from 'vitest';
import { presets } from '#app/brands/presets.ts';
import { contradictions } from './contradictions.ts';
import { factTexts, rowWithFacts } from './fact-texts.ts';
import { brandFacts, type DeliveryFee, factsIn, type StoreFacts, withFacts } from './facts.ts';

function store(fees: readonly Partial<DeliveryFee>[] = []): StoreFacts {
  const { brand, settings } = structuredClone(brandFacts(presets[0]));
  Object.assign(settings.shipping, { defaultShippingFee: 45, freeShippingThreshold: 1500 });
  Object.assign(settings.returns, { returnDays: 14, faultDays: 2 });
  Object.assign(settings.contact, { contactEmail: 'us@shop.test', contactPhone: '+20 100 200 3000' });
  const fee: DeliveryFee = {
    zone_id: 'zone',
    name: 'Cairo and Giza',
    translations: { ar: { name: 'القاهرة والجيزة' } },
    method: 'standard',
    fee: 60,
    free_from: 1500,
    days_from: 2,
    days_to: 4,
  };
  return { brand, settings, fees: fees.map((changes) => ({ ...fee, ...changes })) };
}

describe('a text that names facts', () => {
  const facts = factTexts(store()).en;

  it('shows them as they are now', () => {
    expect(withFacts('Free from {free_from}; write to {email} within {fault_hours}.', facts)).toBe(
      'Free from 1,500 EGP; write to us@shop.test within 48 hours.',
    );
  });

  it('keeps braces that name no fact', () => {
    expect(withFacts('Use {code} or {} or {Free_From}.', facts)).toBe('Use {code} or {} or {Free_From}.');
    expect(factsIn('{free_from} {code} {email}')).toEqual(['free_from', 'email']);
  });

  it('loses the lines whose facts the store does not have', () => {
    const without = { ...facts, free_from: '' };
    expect(withFacts('Delivery costs {standard_fee}.\n\nFree from {free_from}.\n\nThanks.', without)).toBe(
      'Delivery costs 45 EGP.\n\nThanks.',
    );
    expect(withFacts('Free from {free_from}.', without)).toBe('');
  });

  it('is filled in each language with the facts of that language', () => {
    const row = {
      answer: '{return_days}',
      other: '{email}',
      translations: { ar: { answer: '{return_days}' } },
    };
    expect(rowWithFacts(row, ['answer'], { en: facts, ar: factTexts(store()).ar })).toEqual({
      answer: '14 days',
      other: '{email}',
      translations: { ar: { answer: '14 يومًا' } },
    });
  });
});

describe('what delivery costs', () => {
  const places: Partial<DeliveryFee>[] = [
    {},
    { method: 'express', fee: 95, free_from: null, days_from: 1, days_to: 1 },
    { zone_id: 'sinai', name: 'Sinai', translations: {}, method: null, fee: null, free_from: null },
    { zone_id: null, name: null, translations: {}, fee: 0, free_from: null, days_from: null, days_to: null },
  ];

  it('is told for each zone, with the places from which it is free, in English', () => {
    expect(factTexts(store(places)).en.delivery).toBe(
      [
        'What delivery costs:',
        '',
        '- Cairo and Giza: 60 EGP, two to four working days, free from 1,500 EGP; express 95 EGP, one working day.',
        '- Sinai: no delivery.',
        '- Everywhere else: free.',
      ].join('\n'),
    );
  });

  it('and in Arabic', () => {
    expect(factTexts(store(places)).ar.delivery).toBe(
      [
        'تكلفة التوصيل:',
        '',
        '- القاهرة والجيزة: 60 ج.م، من يومي عمل إلى أربعة، مجاني من 1,500 ج.م؛ السريع 95 ج.م، خلال يوم عمل.',
        '- Sinai: لا نوصّل.',
        '- باقي الأماكن: مجاني.',
      ].join('\n'),
    );
  });
});

describe('a text that states something else than the settings', () => {
  const facts = store([{ fee: 60, free_from: 2000 }]);
  const said = (text: string, language: 'en' | 'ar' = 'en') =>
    contradictions(text, facts, factTexts(facts)[language]).map(
      ({ said, fact, now }) => `${fact}: ${said} → ${now}`,
    );

  it.each([
    ['Orders from 300 EGP are delivered free of charge.', 'free_from: 300 EGP → 1,500 EGP'],
    ['Delivery costs E£25.', 'standard_fee: E£25 → 45 EGP'],
    ['Express delivery is 45.50 pounds!', 'express_fee: 45.50 pounds → 50 EGP'],
    ['Printing a picture costs 20 LE.', 'image_price: 20 LE → 30 EGP'],
    ['Report a fault within 24 hours.', 'fault_hours: 24 hours → 48 hours'],
    ['Returns are possible for 30 days.', 'return_days: 30 days → 14 days'],
    ['Delivery takes 9 working days.', 'standard_days: 9 working days → two to four working days'],
    ['Write to studio@inkthread.example.', 'email: studio@inkthread.example → us@shop.test'],
    ['Call +20 2 2736 0118.', 'phone: +20 2 2736 0118 → +20 100 200 3000'],
  ])('%s', (text, contradiction) => {
    expect(said(text)).toEqual([contradiction]);
  });

  it('is found in Arabic, with its digits', () => {
    expect(said('التوصيل مجاني من ٣٠٠ جنيه.', 'ar')).toEqual(['free_from: 300 جنيه → 1,500 ج.م']);
    expect(said('الاسترجاع خلال 7 أيام.', 'ar')).toEqual(['return_days: 7 أيام → 14 يومًا']);
  });

  it.each([
    'Delivery costs 45 EGP, to Cairo 60 EGP.',
    'Free delivery from 1,500 EGP, in Cairo from 2000 EGP.',
    'Report a fault within 48 hours, return within 14 days.',
    'Our mugs hold 300 ml and cost 120 EGP.',
    'Call 01002003000 or write to US@shop.test.',
    'Wash at 30 degrees. We are open 7 days a week.',
    'Orders are delivered free from {free_from}.',
  ])('is not seen in "%s"', (text) => {
    expect(said(text)).toEqual([]);
  });
});
