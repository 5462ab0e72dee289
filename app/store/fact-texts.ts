import { formatMoney } from '#app/i18n/format.ts';
import { defaultLanguage, type Language, languages } from '#app/i18n/languages.ts';
import { translationOf } from '#app/i18n/translated-row.ts';
import { toPiastres } from '#app/lib/money.ts';
import { type FactLanguage, type FactTexts, type StoreFacts, withFacts } from './facts.ts';
import { arabic } from './facts-arabic.ts';
import { english } from './facts-english.ts';

function textsIn(facts: StoreFacts, says: FactLanguage): FactTexts {
  const { brand, settings } = facts;
  const { contact, customization, returns, shipping } = settings;
  const pounds = (amount: number) => formatMoney(toPiastres(amount), brand.currency, says.language);
  return {
    store: brand.name,
    email: contact.contactEmail,
    phone: says.phone(contact.contactPhone),
    address: contact.address,
    delivery: says.delivery(facts),
    standard_fee: pounds(shipping.defaultShippingFee),
    express_fee: pounds(shipping.expressShippingFee),
    free_from: shipping.freeShippingThreshold === null ? '' : pounds(shipping.freeShippingThreshold),
    standard_days: says.days(shipping.standardDaysFrom, shipping.standardDaysTo),
    express_days: says.days(shipping.expressDaysFrom, shipping.expressDaysTo),
    returns: says.returns(facts),
    return_days: says.dayCount(returns.returnDays),
    fault_hours: says.hourCount(24 * returns.faultDays),
    exchanges: says.exchanges(facts),
    cancellation: says.cancellation(facts),
    payments: says.payments(facts),
    text_price: customization.enabled ? pounds(customization.textPrice) : '',
    image_price: customization.enabled ? pounds(customization.imagePrice) : '',
  };
}

/** A store's facts as texts in each language. */
export const factTexts = (facts: StoreFacts): Record<Language, FactTexts> => ({
  en: textsIn(facts, english),
  ar: textsIn(facts, arabic),
});

/**
 * Fills the facts into a row's texts and into their translations, each in its language.
 * @param names the columns with texts
 */
export function rowWithFacts<Row extends { translations?: unknown }>(
  row: Row,
  names: readonly (keyof Row & string)[],
  texts: Record<Language, FactTexts>,
): Row {
  const filled = (own: Record<string, unknown>, language: Language) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = own[name];
        return typeof text === 'string' ? [[name, withFacts(text, texts[language])]] : [];
      }),
    );
  const translations = languages.flatMap((language) => {
    if (language === defaultLanguage) return [];
    const own = translationOf(row.translations, language);
    return [[language, { ...own, ...filled(own, language) }]];
  });
  return { ...row, ...filled({ ...row }, defaultLanguage), translations: Object.fromEntries(translations) };
}
