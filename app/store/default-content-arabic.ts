import type { Brand } from '#app/brands/brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { toPiastres } from '#app/lib/money.ts';
import { brandFacts, type StoreFacts } from './default-content.ts';
import { returnDays } from './public-settings.ts';

/** The proposed legal texts of a store (`default-content.ts`) in Arabic. */
export function proposedArabicLegalTexts(facts: StoreFacts) {
  return { shippingReturns: shippingReturns(facts), terms: terms(facts) };
}

/** The default legal texts of a store in Arabic. */
export const arabicLegalTexts = (brand: Brand) => proposedArabicLegalTexts(brandFacts(brand));

/** The default FAQ of a store in Arabic. */
export const arabicQuestions = (brand: Brand) => proposedArabicQuestions(brandFacts(brand));

/** The proposed FAQ of a store in Arabic, in the order of the English one. */
export function proposedArabicQuestions(facts: StoreFacts): { question: string; answer: string }[] {
  const { contact, customization } = facts.settings;
  const { contactEmail, contactPhone } = contact;
  const { sizes } = facts.brand.productsOptions;
  const questions = [
    { question: 'كم يستغرق التوصيل، وكم تكلفته؟', answer: delivery(facts) },
    { question: 'ما طرق الدفع المتاحة؟', answer: `${joinList(payments(facts))}.` },
    { question: 'هل يمكن استرجاع المنتج؟', answer: `${problem(facts)} ${pickUp}` },
    ...(sizes ? [{ question: 'المقاس غير مناسب. ما العمل؟', answer: exchange(facts) }] : []),
    { question: 'هل يمكن إلغاء الطلب؟', answer: cancellation(facts) },
    {
      question: 'كيف أتواصل معكم؟',
      answer: `من صفحة التواصل، أو على ${contactEmail}، أو بالهاتف على \u2066${contactPhone}\u2069.`,
    },
  ];
  if (customization.enabled) {
    questions.push({
      question: 'هل تطبعون تصميمي الخاص؟',
      answer: 'نعم. يُرسم في أداة التصميم، وهي تعرض السعر وتنبّه إن كانت الصورة أصغر من اللازم.',
    });
  }
  return questions;
}

function problem({ settings: { returns } }: StoreFacts): string {
  const kept =
    returns.returnDays > returnDays.returnDays
      ? ` وما لا يناسبك يمكن استرجاعه خلال ${arabicDays(returns.returnDays)} من التوصيل.`
      : '';
  return `يُفتح الطرد عند وصوله. ويجب الإبلاغ عن أي مشكلة خلال ${arabicHours(24 * returns.faultDays)} من التوصيل، من صفحة الطلب أو بالبريد الإلكتروني، مع صورة إن كان هناك تلف.${kept}`;
}
const pickUp =
  'بعد قبول الاسترجاع يستلم مندوبنا القطعة من عندك، ويعود المبلغ بالطريقة التي دُفع بها خلال سبعة أيام عمل.';
const exchange = ({ brand }: StoreFacts): string =>
  brand.productsOptions.sizes
    ? 'لا نستبدل المنتجات بغيرها. إن كان المقاس غير مناسب نستبدله بمقاس آخر من القطعة نفسها ما دام متوفرًا، مقابل دفع التوصيل مرة أخرى.'
    : 'لا نستبدل المنتجات بغيرها.';

function delivery({ brand: { currency }, settings: { shipping } }: StoreFacts): string {
  const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = shipping;
  const pounds = (amount: number) => formatMoney(toPiastres(amount), currency, 'ar');
  const standard = duration(shipping.standardDaysFrom, shipping.standardDaysTo);
  const express = duration(shipping.expressDaysFrom, shipping.expressDaysTo);
  return [
    `التوصيل العادي بـ ${pounds(defaultShippingFee)}${standard && ` و${standard}`}.`,
    `والسريع بـ ${pounds(expressShippingFee)}${express && ` و${express} داخل القاهرة والجيزة`}.`,
    ...(freeShippingThreshold === null ? [] : [`وتوصيل الطلبات من ${pounds(freeShippingThreshold)} مجاني.`]),
    'التوصيل إلى بعض الأماكن تكلفته أعلى أو مدته أطول، وتظهر تكلفة مكانك ومدته على صفحات المنتجات وفي السلة.',
  ].join(' ');
}

const counts = ['', '', '', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة'];

/** How long delivery takes; '' if nothing is promised. */
function duration(from: number | null, to: number | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (first === null || last === null || last === 0) return '';
  if (last === 1) return first === 1 ? 'يصل في يوم العمل التالي' : 'يصل خلال يوم عمل واحد';
  if (first >= last) return `يستغرق ${workingDays(last)}`;
  if (first === 0) return `يستغرق حتى ${workingDays(last)}`;
  const end = last === 2 ? 'يومين' : (counts[last] ?? String(last));
  return `يستغرق من ${workingDays(first)} إلى ${end}`;
}

/** A number of working days after a preposition: "يومي عمل", "ثلاثة أيام عمل", "12 يوم عمل". */
function workingDays(days: number): string {
  if (days === 1) return 'يوم عمل';
  if (days === 2) return 'يومي عمل';
  return days <= 10 ? `${counts[days]} أيام عمل` : `${days} يوم عمل`;
}

const arabicDays = (days: number): string =>
  new Intl.PluralRules('ar').select(days) === 'few' ? `${days} أيام` : days === 2 ? 'يومين' : `${days} يومًا`;

const arabicHours = (hours: number): string =>
  new Intl.PluralRules('ar').select(hours) === 'few' ? `${hours} ساعات` : `${hours} ساعة`;

const shippingReturns = (facts: StoreFacts): string =>
  [
    delivery(facts),
    'حيثما يعرض إتمام الطلب مواعيد للتوصيل، يُختار موعد يكون فيه أحد بالبيت. ويتصل مندوبنا قبل أن يأتي.',
    problem(facts),
    exchange(facts),
    `${pickUp} الأسئلة عن الاسترجاع على ${facts.settings.contact.contactEmail}.`,
  ].join('\n\n');

function cancellation({ settings }: StoreFacts): string {
  return settings.customization.enabled
    ? 'يمكن إلغاء الطلب مجانًا حتى يبدأ تنفيذه. ما نطبعه يُصنع لك خصيصًا: متى وصل إلى المكبس قد لا يعود الإلغاء ممكنًا.'
    : 'يمكن إلغاء الطلب مجانًا حتى يبدأ تجهيزه. بعد ذلك قد يكون الإلغاء محدودًا؛ تكفي رسالة إلينا ونفعل ما نستطيع.';
}

const terms = (facts: StoreFacts): string =>
  [
    `الطلب من ${facts.brand.name} قبول لهذه الشروط. الأسعار شاملة كل الضرائب، ويُضاف التوصيل عند إتمام الطلب.`,
    cancellation(facts),
    'يُعد الطلب مقبولًا حين نؤكده. وإن نفد شيء في الدقيقة نفسها نخبرك على الفور ولا يُخصم شيء.',
    'تختلف الألوان على الشاشة عنها في اليد. ليس ذلك عيبًا، لكن يهمنا أن نعرف إن لم يعجبك.',
    'مسؤوليتنا محدودة بثمن المنتج. ولا نتحمل الخسائر غير المباشرة.',
    ...(facts.settings.customization.enabled
      ? [
          'تظل التصاميم المرفوعة ملكًا لصاحبها. والرفع إقرار بالحق في استخدامها؛ ولا نطبع ما يخالف القانون أو يؤذي الآخرين.',
        ]
      : []),
    `الأسئلة عن هذه الشروط على ${facts.settings.contact.contactEmail}.`,
  ].join('\n\n');

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
