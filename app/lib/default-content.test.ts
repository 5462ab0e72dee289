import { describe, expect, it } from 'vitest';
import { brands } from '#app/brands/brands.ts';
import { defaultLegalTexts, defaultQuestions } from './default-content.ts';
import { arabicLegalTexts, arabicQuestions } from './default-content-arabic.ts';

describe.each(brands.map((brand) => [brand.name, brand] as const))('the first texts of %s', (name, brand) => {
  const { shippingReturns, terms } = defaultLegalTexts(brand);

  it('say what is promised of returns and terms', () => {
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

  it('hold the amounts and addresses of the store', () => {
    const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = brand.shipping;
    for (const amount of [defaultShippingFee, expressShippingFee, freeShippingThreshold])
      expect(shippingReturns).toContain(`${amount} EGP `);
    expect(terms).toContain(`from ${name} `);
    expect(terms).toContain(brand.contactEmail);
  });

  it('answer what people ask most, with the ways to pay that the store has', () => {
    const questions = defaultQuestions(brand);
    expect(questions.length).toBeGreaterThan(4);
    expect(questions.some(({ question }) => question.includes('size'))).toBe(brand.productsOptions.sizes);
    const payment = questions.find(({ question }) => question.includes('payments'))?.answer ?? '';
    expect(/cash/i.test(payment)).toBe(brand.payment.cashOnDelivery);
    expect(/card/i.test(payment)).toBe(brand.payment.onlinePayment);
    expect(/bank/i.test(payment)).toBe(brand.payment.bankTransfer);
  });

  it('say the same in Arabic: as many paragraphs and questions, the same amounts and addresses', () => {
    const arabic = arabicLegalTexts(brand);
    const paragraphs = (text: string) => text.split('\n\n').length;
    expect(paragraphs(arabic.shippingReturns)).toBe(paragraphs(shippingReturns));
    expect(paragraphs(arabic.terms)).toBe(paragraphs(terms));
    const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = brand.shipping;
    for (const amount of [defaultShippingFee, expressShippingFee, freeShippingThreshold])
      expect(arabic.shippingReturns).toContain(`${amount} ج.م `);
    expect(arabic.terms).toContain(brand.contactEmail);

    const questions = arabicQuestions(brand);
    expect(questions).toHaveLength(defaultQuestions(brand).length);
    const payment = questions.find(({ question }) => question.includes('الدفع'))?.answer ?? '';
    expect(payment.includes('عند الاستلام')).toBe(brand.payment.cashOnDelivery);
    expect(payment.includes('بالبطاقة')).toBe(brand.payment.onlinePayment);
    expect(payment.includes('البنكي')).toBe(brand.payment.bankTransfer);
  });
});
