import { formatMoney } from '#app/i18n/format.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { toPiastres } from '#app/lib/money.ts';
import type { DeliveryFee, FactTexts, StoreFacts } from './facts.ts';
import { returnDays } from './public-settings.ts';

/** A store's facts (`facts-english.ts`) in Arabic. */
export function arabicFacts(facts: StoreFacts): FactTexts {
  const { brand, settings } = facts;
  const { contact, customization, returns, shipping } = settings;
  return {
    store: brand.name,
    email: contact.contactEmail,
    // Isolated, so that the plus sign stays in front of the number.
    phone: contact.contactPhone && `\u2066${contact.contactPhone}\u2069`,
    address: contact.address,
    delivery: facts.fees.length === 0 ? generalDelivery(facts) : deliveryByZone(facts),
    standard_fee: pounds(facts, shipping.defaultShippingFee),
    express_fee: pounds(facts, shipping.expressShippingFee),
    free_from: shipping.freeShippingThreshold === null ? '' : pounds(facts, shipping.freeShippingThreshold),
    standard_days: days(shipping.standardDaysFrom, shipping.standardDaysTo),
    express_days: days(shipping.expressDaysFrom, shipping.expressDaysTo),
    returns: problem(facts),
    return_days: returns.returnDays === 1 ? 'يوم واحد' : arabicDays(returns.returnDays),
    fault_hours: arabicHours(24 * returns.faultDays),
    exchanges: exchange(facts),
    cancellation: cancellation(facts),
    payments: joinList(payments(facts)),
    text_price: customization.enabled ? pounds(facts, customization.textPrice) : '',
    image_price: customization.enabled ? pounds(facts, customization.imagePrice) : '',
  };
}

const pounds = ({ brand }: StoreFacts, amount: number): string =>
  formatMoney(toPiastres(amount), brand.currency, 'ar');

function problem({ settings: { returns } }: StoreFacts): string {
  const kept =
    returns.returnDays > returnDays.returnDays
      ? ` وما لا يناسبك يمكن استرجاعه خلال ${arabicDays(returns.returnDays)} من التوصيل.`
      : '';
  return `يُفتح الطرد عند وصوله. ويجب الإبلاغ عن أي مشكلة خلال ${arabicHours(24 * returns.faultDays)} من التوصيل، من صفحة الطلب أو بالبريد الإلكتروني، مع صورة إن كان هناك تلف.${kept}`;
}

const exchange = ({ brand }: StoreFacts): string =>
  brand.productsOptions.sizes
    ? 'لا نستبدل المنتجات بغيرها. إن كان المقاس غير مناسب نستبدله بمقاس آخر من القطعة نفسها ما دام متوفرًا، مقابل دفع التوصيل مرة أخرى.'
    : 'لا نستبدل المنتجات بغيرها.';

function generalDelivery(facts: StoreFacts): string {
  const { shipping } = facts.settings;
  const standard = duration(shipping.standardDaysFrom, shipping.standardDaysTo);
  const express = duration(shipping.expressDaysFrom, shipping.expressDaysTo);
  return [
    `التوصيل العادي بـ ${pounds(facts, shipping.defaultShippingFee)}${standard && ` و${standard}`}.`,
    `والسريع بـ ${pounds(facts, shipping.expressShippingFee)}${express && ` و${express} داخل القاهرة والجيزة`}.`,
    ...(shipping.freeShippingThreshold === null
      ? []
      : [`وتوصيل الطلبات من ${pounds(facts, shipping.freeShippingThreshold)} مجاني.`]),
    'التوصيل إلى بعض الأماكن تكلفته أعلى أو مدته أطول، وتظهر تكلفة مكانك ومدته على صفحات المنتجات وفي السلة.',
  ].join(' ');
}

function deliveryByZone(facts: StoreFacts): string {
  const zones = Map.groupBy(facts.fees, ({ zone_id }) => zone_id);
  const lines = [...zones.values()].flatMap((fees) => {
    const [first] = fees;
    if (!first) return [];
    const name = first.zone_id === null ? elsewhere(zones.size) : nameOf(first);
    return [`- ${name}: ${fees.map((fee) => feeText(facts, fee)).join('؛ ')}.`];
  });
  return `تكلفة التوصيل:\n\n${lines.join('\n')}`;
}

const nameOf = (fee: DeliveryFee): string => translatedRow(fee, 'ar').name ?? '';
const elsewhere = (lines: number): string => (lines === 1 ? 'كل الأماكن' : 'باقي الأماكن');

function feeText(facts: StoreFacts, { method, fee, free_from, days_from, days_to }: DeliveryFee): string {
  if (method === null || fee === null) return 'لا نوصّل';
  const time = days(days_from, days_to);
  const parts = [
    fee === 0 ? 'مجاني' : pounds(facts, fee),
    ...(time ? [days_from !== null && days_from < (days_to ?? 0) ? time : `خلال ${time}`] : []),
    ...(free_from !== null && fee > 0 ? [`مجاني من ${pounds(facts, free_from)}`] : []),
  ].join('، ');
  return method === 'express' ? `السريع ${parts}` : parts;
}

const counts = ['', '', '', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'];

/** A promise of working days, after a preposition; '' if nothing is promised. */
function days(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (first === null || last === null || last === 0) return '';
  if (first >= last) return workingDays(last);
  if (first === 0) return `حتى ${workingDays(last)}`;
  return `من ${workingDays(first)} إلى ${last === 2 ? 'يومين' : (counts[last] ?? String(last))}`;
}

/** How long delivery takes; '' if nothing is promised. */
function duration(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (last === 1) return first === 1 ? 'يصل في يوم العمل التالي' : 'يصل خلال يوم عمل واحد';
  return days(from, to) && `يستغرق ${days(from, to)}`;
}

/** A number of working days after a preposition: "يومي عمل", "ثلاثة أيام عمل", "12 يوم عمل". */
function workingDays(count: number): string {
  if (count === 1) return 'يوم عمل';
  if (count === 2) return 'يومي عمل';
  return count <= 10 ? `${counts[count]} أيام عمل` : `${count} يوم عمل`;
}

const arabicDays = (count: number): string =>
  new Intl.PluralRules('ar').select(count) === 'few'
    ? `${count} أيام`
    : count === 2
      ? 'يومين'
      : `${count} يومًا`;

const arabicHours = (count: number): string =>
  new Intl.PluralRules('ar').select(count) === 'few' ? `${count} ساعات` : `${count} ساعة`;

function cancellation({ settings }: StoreFacts): string {
  return settings.customization.enabled
    ? 'يمكن إلغاء الطلب مجانًا حتى يبدأ تنفيذه. ما نطبعه يُصنع لك خصيصًا: متى وصل إلى المكبس قد لا يعود الإلغاء ممكنًا.'
    : 'يمكن إلغاء الطلب مجانًا حتى يبدأ تجهيزه. بعد ذلك قد يكون الإلغاء محدودًا؛ تكفي رسالة إلينا ونفعل ما نستطيع.';
}

function payments({ settings: { payment } }: StoreFacts): string[] {
  return [
    ...(payment.cashOnDelivery ? ['الدفع عند الاستلام'] : []),
    ...(payment.onlinePayment ? ['الدفع بالبطاقة عبر الموقع'] : []),
    ...(payment.bankTransfer ? ['التحويل البنكي'] : []),
  ];
}

function joinList(things: readonly string[]): string {
  return new Intl.ListFormat('ar', { type: 'conjunction' }).format(things);
}
