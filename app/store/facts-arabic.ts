import { formatMoney } from '#app/i18n/format.ts';
import { toPiastres } from '#app/lib/money.ts';
import { type DeliveryFee, type FactLanguage, type StoreFacts, zoneLines } from './facts.ts';
import { returnDays } from './public-settings.ts';

/** Arabic (`facts-english.ts`). */
export const arabic: FactLanguage = {
  language: 'ar',
  // Isolated, so that the plus sign stays in front of the number.
  phone: (number) => number && `\u2066${number}\u2069`,
  delivery: (facts) => (facts.fees.length === 0 ? deliveryEverywhere(facts) : deliveryByZone(facts)),
  days,
  dayCount: (count) => (count === 1 ? 'يوم واحد' : arabicDays(count)),
  hourCount: arabicHours,
  returns,
  exchanges: ({ brand, settings }) =>
    settings.returns.exchanges !== 'none'
      ? exchanged(settings.returns, brand.productsOptions.sizes)
      : brand.productsOptions.sizes
        ? 'لا نستبدل المنتجات بغيرها. إن كان المقاس غير مناسب نستبدله بمقاس آخر من القطعة نفسها ما دام متوفرًا، مقابل دفع التوصيل مرة أخرى.'
        : 'لا نستبدل المنتجات بغيرها.',
  cancellation: ({ settings }) =>
    settings.customization.enabled
      ? 'يمكن إلغاء الطلب مجانًا حتى يبدأ تنفيذه. ما نطبعه يُصنع لك خصيصًا: متى وصل إلى المكبس قد لا يعود الإلغاء ممكنًا.'
      : 'يمكن إلغاء الطلب مجانًا حتى يبدأ تجهيزه. بعد ذلك قد يكون الإلغاء محدودًا؛ تكفي رسالة إلينا ونفعل ما نستطيع.',
  payments: ({ settings: { payment } }) =>
    new Intl.ListFormat('ar', { type: 'conjunction' }).format([
      ...(payment.cashOnDelivery ? ['الدفع عند الاستلام'] : []),
      ...(payment.onlinePayment ? ['الدفع بالبطاقة عبر الموقع'] : []),
      ...(payment.bankTransfer ? ['التحويل البنكي'] : []),
    ]),
};

const pounds = ({ brand }: StoreFacts, amount: number): string =>
  formatMoney(toPiastres(amount), brand.currency, 'ar');

function returns({ settings }: StoreFacts): string {
  const { returnDays: keptFor, faultDays } = settings.returns;
  const kept =
    keptFor > returnDays.returnDays
      ? ` وما لا يناسبك يمكن استرجاعه خلال ${arabicDays(keptFor)} من التوصيل.`
      : '';
  return `يُفتح الطرد عند وصوله. ويجب الإبلاغ عن أي مشكلة خلال ${arabicHours(24 * faultDays)} من التوصيل، من صفحة الطلب أو بالبريد الإلكتروني، مع صورة إن كان هناك تلف.${kept}`;
}

function exchanged(rules: StoreFacts['settings']['returns'], hasSizes: boolean): string {
  const { exchanges, exchangeDelivery } = rules;
  if (exchanges === 'size' && !hasSizes) return 'لا نستبدل المنتجات بغيرها.';
  const what =
    exchanges === 'size'
      ? 'نستبدل المقاس بمقاس آخر ما دام متوفرًا.'
      : 'نستبدل القطعة بمقاس آخر أو بمنتج آخر: يُدفع الفرق، أو يُرد إليك بعد فحص القطعة القديمة.';
  const fee = exchangeDelivery === 'store' ? 'ونتحمل رسوم توصيل الاستبدال.' : 'وتُدفع رسوم توصيل الاستبدال.';
  return `${what} ${fee} ما نطبعه لك خصيصًا لا يُستبدل.`;
}

function deliveryEverywhere(facts: StoreFacts): string {
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

const deliveryByZone = (facts: StoreFacts): string =>
  `تكلفة التوصيل:\n\n${zoneLines(facts, 'ar', {
    everywhere: 'كل الأماكن',
    elsewhere: 'باقي الأماكن',
    feesText: (fees) => fees.map((fee) => feeText(facts, fee)).join('؛ '),
  })}`;

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

function arabicDays(count: number): string {
  if (count === 2) return 'يومين';
  return new Intl.PluralRules('ar').select(count) === 'few' ? `${count} أيام` : `${count} يومًا`;
}

function arabicHours(count: number): string {
  return new Intl.PluralRules('ar').select(count) === 'few' ? `${count} ساعات` : `${count} ساعة`;
}
