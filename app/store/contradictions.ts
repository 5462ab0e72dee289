import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import type { FactName, FactTexts, StoreFacts } from './facts.ts';

/** A number or contact that a text states, and the fact that it contradicts. */
export interface Contradiction {
  /** As written in the text. */
  said: string;
  fact: FactName;
  /** What the settings say. */
  now: string;
}

const amount = /(?:(?:EGP|E£|LE)\s*)?\d[\d.,]*(?:\s*(?:EGP|E£|LE\b|pounds?\b|ج\.?م|جنيه))?/gi;
const isMoney = /EGP|E£|LE|pound|ج|جنيه/i;
const days = /(\d+)\s*(?:working |business )?(?:days?\b|يوم|أيام|ايام)/gi;
const hours = /(\d+)\s*(?:hours?\b|ساعة|ساعات)/gi;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const phone = /\+?\d[\d\s()-]{7,}\d/g;

const about = {
  free: /\bfree\b|مجان/i,
  express: /express|سريع|مستعجل/i,
  delivery: /deliver|shipping|توصيل|شحن/i,
  giveBack: /return|give(?:n)? back|refund|استرجاع|إرجاع|ارجاع/i,
  fault: /fault|problem|damag|report|عيب|مشكلة|تلف|الإبلاغ/i,
  pictures: /image|picture|photo|صورة/i,
  printing: /print|طباعة/i,
};

/**
 * What a text states otherwise than the settings: fees and amounts for free delivery, days and hours, email addresses
 * and phone numbers. Only sentences that say what their number is about are compared; numbers in words are not.
 * @param texts the same facts in the text's language
 */
export function contradictions(text: string, facts: StoreFacts, texts: FactTexts): Contradiction[] {
  const found = sentences(cleanAscii(text)).flatMap((sentence) => [
    ...wrongAmounts(sentence, facts, texts),
    ...wrongDays(sentence, facts, texts),
    ...wrongContacts(sentence, facts, texts),
  ]);
  return found.filter(
    ({ said, fact }, place) =>
      found.findIndex((other) => other.said === said && other.fact === fact) === place,
  );
}

const sentences = (text: string): string[] => text.split(/[.!?؟؛]+(?:\s|$)|\n+/);

/** The amounts that a fee may have: the store's own, and those of its zones. */
function amountsOf({ settings, fees }: StoreFacts): Partial<Record<FactName, (number | null)[]>> {
  const { shipping, customization } = settings;
  const ofMethod = (method: 'standard' | 'express') => fees.filter((fee) => fee.method === method);
  return {
    free_from: [shipping.freeShippingThreshold, ...fees.map(({ free_from }) => free_from)],
    standard_fee: [shipping.defaultShippingFee, ...ofMethod('standard').map(({ fee }) => fee)],
    express_fee: [shipping.expressShippingFee, ...ofMethod('express').map(({ fee }) => fee)],
    image_price: [customization.imagePrice],
    text_price: [customization.textPrice],
  };
}

function wrongAmounts(sentence: string, facts: StoreFacts, texts: FactTexts): Contradiction[] {
  const fact = amountTopic(sentence);
  const known = fact && amountsOf(facts)[fact];
  if (!known) return [];
  return [...sentence.matchAll(amount)].flatMap(([said]) => {
    if (!isMoney.test(said)) return [];
    const number = typedNumber(said.replace(/[.,]+$/, ''));
    return Number.isNaN(number) || known.includes(number) ? [] : [{ said, fact, now: texts[fact] }];
  });
}

function amountTopic(sentence: string): FactName | null {
  if (about.delivery.test(sentence)) {
    if (about.free.test(sentence)) return 'free_from';
    return about.express.test(sentence) ? 'express_fee' : 'standard_fee';
  }
  if (!about.printing.test(sentence)) return null;
  return about.pictures.test(sentence) ? 'image_price' : 'text_price';
}

function wrongDays(sentence: string, { settings, fees }: StoreFacts, texts: FactTexts): Contradiction[] {
  const { returns, shipping } = settings;
  const wrong = (pattern: RegExp, fact: FactName, known: readonly (number | null)[]) =>
    [...sentence.matchAll(pattern)].flatMap(([said, count]) =>
      known.includes(Number(count)) ? [] : [{ said, fact, now: texts[fact] }],
    );
  if (about.fault.test(sentence)) {
    return [
      ...wrong(hours, 'fault_hours', [24 * returns.faultDays]),
      ...wrong(days, 'fault_hours', [returns.faultDays, returns.returnDays]),
    ];
  }
  if (about.giveBack.test(sentence)) {
    return [
      ...wrong(days, 'return_days', [returns.returnDays]),
      ...wrong(hours, 'return_days', [24 * returns.returnDays]),
    ];
  }
  if (!about.delivery.test(sentence)) return [];
  const promised = [
    ...[shipping.standardDaysFrom, shipping.standardDaysTo, shipping.expressDaysFrom, shipping.expressDaysTo],
    ...fees.flatMap(({ days_from, days_to }) => [days_from, days_to]),
  ];
  return wrong(days, about.express.test(sentence) ? 'express_days' : 'standard_days', promised);
}

function wrongContacts(sentence: string, { settings }: StoreFacts, texts: FactTexts): Contradiction[] {
  const { contactEmail, contactPhone } = settings.contact;
  const digits = (number: string) => number.replace(/\D/g, '');
  // Without the country's code, in case one of the two has it.
  const national = (number: string) => digits(number).replace(/^(?:0020|20|0)/, '');
  const emails = (sentence.match(email) ?? []).filter(
    (said) => said.toLowerCase() !== contactEmail.toLowerCase(),
  );
  const phones = (sentence.match(phone) ?? []).filter((said) => national(said) !== national(contactPhone));
  return [
    ...(contactEmail ? emails.map((said) => ({ said, fact: 'email' as const, now: texts.email })) : []),
    ...(contactPhone ? phones.map((said) => ({ said, fact: 'phone' as const, now: texts.phone })) : []),
  ];
}
