import type { Brand } from '#app/brands/brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import { toPiastres } from './money.ts';

/** The default legal texts of a store (`default-content.ts`) in Arabic. */
export function arabicLegalTexts(brand: Brand) {
  return { shippingReturns: shippingReturns(brand), terms: terms(brand) };
}

/** The default FAQ of a store in Arabic, in the order of the English one. */
export function arabicQuestions(brand: Brand): { question: string; answer: string }[] {
  const { contactEmail, contactPhone, customization, productsOptions } = brand;
  const questions = [
    { question: 'كم يستغرق التوصيل، وكم تكلفته؟', answer: delivery(brand) },
    { question: 'ما طرق الدفع المتاحة؟', answer: `${joinList(payments(brand))}.` },
    { question: 'هل يمكن استرجاع المنتج؟', answer: `${problem} ${pickUp}` },
    ...(productsOptions.sizes ? [{ question: 'المقاس غير مناسب. ما العمل؟', answer: exchange(brand) }] : []),
    { question: 'هل يمكن إلغاء الطلب؟', answer: cancellation(brand) },
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

const problem =
  'يُفتح الطرد عند وصوله. ويجب الإبلاغ عن أي مشكلة خلال 24 ساعة من التوصيل، من صفحة الطلب أو بالبريد الإلكتروني، مع صورة إن كان هناك تلف.';
const pickUp =
  'بعد قبول الاسترجاع يستلم مندوبنا القطعة من عندك، ويعود المبلغ بالطريقة التي دُفع بها خلال سبعة أيام عمل.';
const exchange = ({ productsOptions }: Brand): string =>
  productsOptions.sizes
    ? 'لا نستبدل المنتجات بغيرها. إن كان المقاس غير مناسب نستبدله بمقاس آخر من القطعة نفسها ما دام متوفرًا، مقابل دفع التوصيل مرة أخرى.'
    : 'لا نستبدل المنتجات بغيرها.';

function delivery({ currency, shipping }: Brand): string {
  const { defaultShippingFee, expressShippingFee, freeShippingThreshold } = shipping;
  const pounds = (amount: number) => formatMoney(toPiastres(amount), currency, 'ar');
  return `التوصيل العادي بـ ${pounds(defaultShippingFee)} ويستغرق من يومي عمل إلى أربعة. والسريع بـ ${pounds(expressShippingFee)} ويصل في يوم العمل التالي داخل القاهرة والجيزة. وتوصيل الطلبات من ${pounds(freeShippingThreshold)} مجاني. التوصيل إلى بعض الأماكن تكلفته أعلى أو مدته أطول، وتظهر تكلفة مكانك ومدته على صفحات المنتجات وفي السلة.`;
}

const shippingReturns = (brand: Brand): string =>
  [
    delivery(brand),
    'حيثما يعرض إتمام الطلب مواعيد للتوصيل، يُختار موعد يكون فيه أحد بالبيت. ويتصل مندوبنا قبل أن يأتي.',
    problem,
    exchange(brand),
    `${pickUp} الأسئلة عن الاسترجاع على ${brand.contactEmail}.`,
  ].join('\n\n');

function cancellation({ customization }: Brand): string {
  return customization.enabled
    ? 'يمكن إلغاء الطلب مجانًا حتى يبدأ تنفيذه. ما نطبعه يُصنع لك خصيصًا: متى وصل إلى المكبس قد لا يعود الإلغاء ممكنًا.'
    : 'يمكن إلغاء الطلب مجانًا حتى يبدأ تجهيزه. بعد ذلك قد يكون الإلغاء محدودًا؛ تكفي رسالة إلينا ونفعل ما نستطيع.';
}

const terms = (brand: Brand): string =>
  [
    `الطلب من ${brand.name} قبول لهذه الشروط. الأسعار شاملة كل الضرائب، ويُضاف التوصيل عند إتمام الطلب.`,
    cancellation(brand),
    'يُعد الطلب مقبولًا حين نؤكده. وإن نفد شيء في الدقيقة نفسها نخبرك على الفور ولا يُخصم شيء.',
    'تختلف الألوان على الشاشة عنها في اليد. ليس ذلك عيبًا، لكن يهمنا أن نعرف إن لم يعجبك.',
    'مسؤوليتنا محدودة بثمن المنتج. ولا نتحمل الخسائر غير المباشرة.',
    ...(brand.customization.enabled
      ? [
          'تظل التصاميم المرفوعة ملكًا لصاحبها. والرفع إقرار بالحق في استخدامها؛ ولا نطبع ما يخالف القانون أو يؤذي الآخرين.',
        ]
      : []),
    `الأسئلة عن هذه الشروط على ${brand.contactEmail}.`,
  ].join('\n\n');

function payments({ payment }: Brand): string[] {
  return [
    ...(payment.cashOnDelivery ? ['الدفع عند الاستلام'] : []),
    ...(payment.onlinePayment ? ['الدفع بالبطاقة عبر الموقع'] : []),
    ...(payment.bankTransfer ? ['التحويل البنكي'] : []),
  ];
}

function joinList(things: readonly string[]): string {
  return new Intl.ListFormat('ar', { type: 'conjunction' }).format(things);
}
