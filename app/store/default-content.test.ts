import { describe, expect, it } from 'vitest';
import { presets } from '#app/brands/presets.ts';
import { proposedLegalTexts, proposedQuestions } from './default-content.ts';
import { proposedArabicLegalTexts, proposedArabicQuestions } from './default-content-arabic.ts';
import { factTexts } from './fact-texts.ts';
import { brandFacts, type FactTexts, type StoreFacts, withFacts } from './facts.ts';

/** The proposed texts as shoppers read them. */
const read = (facts: StoreFacts) => ({
  english: filled(proposedLegalTexts(facts), proposedQuestions(facts), factTexts(facts).en),
  arabic: filled(proposedArabicLegalTexts(facts), proposedArabicQuestions(facts), factTexts(facts).ar),
});

function filled(
  legal: { shippingReturns: string; terms: string },
  questions: { question: string; answer: string }[],
  texts: FactTexts,
) {
  return {
    shippingReturns: withFacts(legal.shippingReturns, texts),
    terms: withFacts(legal.terms, texts),
    questions: questions.map(({ question, answer }) => ({ question, answer: withFacts(answer, texts) })),
  };
}

describe.each(presets.map((brand) => [brand.name, brand] as const))(
  'the first texts of %s',
  (name, brand) => {
    const { english, arabic } = read(brandFacts(brand));
    const { shippingReturns, terms, questions } = english;

    it('state the promised returns and terms', () => {
      expect(shippingReturns).toMatch(/within 24 hours of delivery/);
      expect(shippingReturns).toMatch(/do not exchange/);
      expect(/another size.*you pay the delivery again/.test(shippingReturns)).toBe(
        brand.productsOptions.sizes,
      );
      expect(terms).toMatch(/liability is limited to the cost of the product/);
      expect(terms).toMatch(
        brand.customization.enabled ? /until production starts/ : /cancellation may be limited/,
      );
    });

    it('contain the amounts and addresses of the store', () => {
      const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = brand.shipping;
      for (const amount of [defaultShippingFee, expressShippingFee, freeShippingThreshold])
        expect(shippingReturns).toContain(`${amount} EGP `);
      expect(terms).toContain(`from ${name} `);
      expect(terms).toContain(brand.contactEmail);
    });

    it('answer the most common questions, with the store’s payment options', () => {
      expect(questions.length).toBeGreaterThan(4);
      expect(questions.some(({ question }) => question.includes('size'))).toBe(brand.productsOptions.sizes);
      const payment = questions.find(({ question }) => question.includes('payments'))?.answer ?? '';
      expect(/cash/i.test(payment)).toBe(brand.payment.cashOnDelivery);
      expect(/card/i.test(payment)).toBe(brand.payment.onlinePayment);
      expect(/bank/i.test(payment)).toBe(brand.payment.bankTransfer);
    });

    it('have the same content in Arabic: equal numbers of paragraphs and questions, the same amounts and addresses', () => {
      const paragraphs = (text: string) => text.split('\n\n').length;
      expect(paragraphs(arabic.shippingReturns)).toBe(paragraphs(shippingReturns));
      expect(paragraphs(arabic.terms)).toBe(paragraphs(terms));
      const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = brand.shipping;
      for (const amount of [defaultShippingFee, expressShippingFee, freeShippingThreshold])
        expect(arabic.shippingReturns).toContain(`${amount} ج.م `);
      expect(arabic.terms).toContain(brand.contactEmail);

      expect(arabic.questions).toHaveLength(questions.length);
      const payment = arabic.questions.find(({ question }) => question.includes('الدفع'))?.answer ?? '';
      expect(payment.includes('عند الاستلام')).toBe(brand.payment.cashOnDelivery);
      expect(payment.includes('بالبطاقة')).toBe(brand.payment.onlinePayment);
      expect(payment.includes('البنكي')).toBe(brand.payment.bankTransfer);
    });
  },
);

describe('texts from a store’s settings', () => {
  const facts = () => {
    return structuredClone(brandFacts(presets[0]));
  };

  it('state the fees, days and contacts that are set, and no free delivery if there is none', () => {
    const given = facts();
    const { settings } = given;
    Object.assign(settings.shipping, {
      defaultShippingFee: 45,
      freeShippingThreshold: null,
      standardDaysFrom: 3,
      standardDaysTo: 12,
      expressDaysFrom: null,
      expressDaysTo: null,
    });
    Object.assign(settings.contact, { contactEmail: 'us@shop.test', contactPhone: '0100' });
    const texts = read(given);
    const english = texts.english.shippingReturns;
    expect(english).toContain('costs 45 EGP and takes three to 12 working days.');
    expect(english).toContain('Express costs 50 EGP.');
    expect(english).not.toContain('free of charge');
    expect(english).toContain('us@shop.test');
    const arabic = texts.arabic.shippingReturns;
    expect(arabic).toContain('45 ج.م ويستغرق من ثلاثة أيام عمل إلى 12.');
    expect(arabic).not.toContain('مجاني');
    expect(texts.english.questions.at(-2)?.answer).toContain('0100');
  });

  it.each([
    [1, 1, 'arrives the next working day', 'يصل في يوم العمل التالي'],
    [0, 1, 'arrives within one working day', 'يصل خلال يوم عمل واحد'],
    [1, 2, 'takes one to two working days', 'يستغرق من يوم عمل إلى يومين'],
    [2, 2, 'takes two working days', 'يستغرق يومي عمل'],
    [null, 5, 'takes five working days', 'يستغرق خمسة أيام عمل'],
  ])('express %s to %s working days idiomatically', (from, to, english, arabic) => {
    const given = facts();
    const { settings } = given;
    Object.assign(settings.shipping, { standardDaysFrom: from, standardDaysTo: to });
    expect(read(given).english.shippingReturns).toContain(english);
    expect(read(given).arabic.shippingReturns).toContain(arabic);
  });

  it('state the days for faults and returns, and the payment options', () => {
    const given = facts();
    const { settings } = given;
    Object.assign(settings.returns, { returnDays: 14, faultDays: 2 });
    settings.payment = { ...settings.payment, cashOnDelivery: false, bankTransfer: true };
    const texts = read(given);
    const [, payments, returns] = texts.english.questions;
    expect(returns?.answer).toMatch(/within 48 hours of delivery.*within 14 days of delivery/);
    expect(payments?.answer).toBe('Bank transfers.');
    const arabic = texts.arabic.questions[2]?.answer;
    expect(arabic).toMatch(/خلال 48 ساعة.*خلال 14 يومًا/);
  });
});
