import type { Brand } from '#app/brands/brand.ts';
import { brandFacts, type StoreFacts } from './facts.ts';

/** The proposed legal texts of a store (`default-content.ts`) in Arabic. */
export function proposedArabicLegalTexts({ settings }: StoreFacts) {
  return {
    shippingReturns: [
      '{delivery}',
      'حيثما يعرض إتمام الطلب مواعيد للتوصيل، يُختار موعد يكون فيه أحد بالبيت. ويتصل مندوبنا قبل أن يأتي.',
      '{returns}',
      '{exchanges}',
      `${pickUp} الأسئلة عن الاسترجاع على {email}.`,
    ].join('\n\n'),
    terms: [
      'الطلب من {store} قبول لهذه الشروط. الأسعار شاملة كل الضرائب، ويُضاف التوصيل عند إتمام الطلب.',
      '{cancellation}',
      'يُعد الطلب مقبولًا حين نؤكده. وإن نفد شيء في الدقيقة نفسها نخبرك على الفور ولا يُخصم شيء.',
      'تختلف الألوان على الشاشة عنها في اليد. ليس ذلك عيبًا، لكن يهمنا أن نعرف إن لم يعجبك.',
      'مسؤوليتنا محدودة بثمن المنتج. ولا نتحمل الخسائر غير المباشرة.',
      ...(settings.customization.enabled
        ? [
            'تظل التصاميم المرفوعة ملكًا لصاحبها. والرفع إقرار بالحق في استخدامها؛ ولا نطبع ما يخالف القانون أو يؤذي الآخرين.',
          ]
        : []),
      'الأسئلة عن هذه الشروط على {email}.',
    ].join('\n\n'),
  };
}

const pickUp = 'بعد قبول الاسترجاع يستلم مندوبنا القطعة من عندك، ويعود المبلغ بالطريقة التي دُفع بها.';

/** The proposed FAQ of a store in Arabic, in the order of the English one. */
export function proposedArabicQuestions({
  brand,
  settings,
}: StoreFacts): { question: string; answer: string }[] {
  return [
    { question: 'كم يستغرق التوصيل، وكم تكلفته؟', answer: '{delivery}' },
    { question: 'ما طرق الدفع المتاحة؟', answer: '{payments}.' },
    { question: 'هل يمكن استرجاع المنتج؟', answer: `{returns} ${pickUp}` },
    ...(brand.productsOptions.sizes
      ? [{ question: 'المقاس غير مناسب. ما العمل؟', answer: '{exchanges}' }]
      : []),
    { question: 'هل يمكن إلغاء الطلب؟', answer: '{cancellation}' },
    { question: 'كيف أتواصل معكم؟', answer: 'من صفحة التواصل، أو على {email}، أو بالهاتف على {phone}.' },
    ...(settings.customization.enabled
      ? [
          {
            question: 'هل تطبعون تصميمي الخاص؟',
            answer: 'نعم. يُرسم في أداة التصميم، وهي تعرض السعر وتنبّه إن كانت الصورة أصغر من اللازم.',
          },
        ]
      : []),
  ];
}

/** The default legal texts of a store in Arabic. */
export const arabicLegalTexts = (brand: Brand) => proposedArabicLegalTexts(brandFacts(brand));

/** The default FAQ of a store in Arabic. */
export const arabicQuestions = (brand: Brand) => proposedArabicQuestions(brandFacts(brand));
