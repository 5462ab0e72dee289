import type { Brand, BrandTexts } from './brand.ts';
import type { LookName } from './looks/look.ts';
import { presets } from './presets.ts';

/** Garments that the store prints to order, or goods that it buys or makes. */
export type StoreGoods = 'garments' | 'goods';

/** What a store is made from in the office. */
export type NewStore = { id: string; name: string; look: LookName; sells: StoreGoods };

type Words = BrandTexts['copy'];

/** Words of a new store, in every look. They promise nothing, name nobody and hold no number. */
const english: Words = {
  heroTitle: 'Welcome',
  heroText: 'Have a look around, and take your time.',
  heroAction: 'To the shop',
  featuredTitle: 'Featured',
  categoriesTitle: 'Categories',
  dealsTitle: 'Reduced now',
  newTitle: 'New',
  storyTitle: 'About us',
  story: ['This is where we tell who we are and what we make.'],
  notFoundTitle: 'Page not found',
  notFoundText: 'There is nothing at this address. It may have a typo, or the page is no longer there.',
  errorTitle: 'Something went wrong',
  errorText: 'Nothing you entered is lost. Please try again in a moment.',
  emptyCart: 'Your cart is empty',
  orderPlacedText: 'The page of your order shows every step.',
  contactText: 'Write to us about an order, a product or anything else.',
  faqText: 'What people ask most often.',
  accountText: 'Your orders and addresses.',
  designerText: 'Add a text or a picture and move it where you want it.',
  nothingFoundTitle: 'Nothing found',
  slogans: ['Welcome'],
};

const arabic: Words = {
  heroTitle: 'أهلًا وسهلًا',
  heroText: 'المتجر مفتوح للتصفح على مهل.',
  heroAction: 'إلى المتجر',
  featuredTitle: 'مختارات',
  categoriesTitle: 'الأقسام',
  dealsTitle: 'بأسعار مخفضة',
  newTitle: 'الجديد',
  storyTitle: 'من نحن',
  story: ['هنا نحكي من نحن وماذا نصنع.'],
  notFoundTitle: 'الصفحة غير موجودة',
  notFoundText: 'لا شيء في هذا العنوان. ربما فيه خطأ، أو لم تعد الصفحة موجودة.',
  errorTitle: 'حدث خطأ ما',
  errorText: 'لم يُفقد شيء مما كُتب. يرجى المحاولة بعد لحظات.',
  emptyCart: 'السلة فارغة',
  orderPlacedText: 'صفحة الطلب تعرض كل خطوة.',
  contactText: 'راسلنا بخصوص طلب أو منتج أو أي أمر آخر.',
  faqText: 'أكثر ما يسأل عنه الناس.',
  accountText: 'الطلبات والعناوين.',
  designerText: 'إضافة نص أو صورة، ثم وضعها في المكان المطلوب.',
  nothingFoundTitle: 'لا توجد نتائج',
  slogans: ['أهلًا وسهلًا'],
};

/** The hero of a new store: its look's own where that shows the store's products, and else one that does. */
const heroes: Record<LookName, Record<StoreGoods, LookName>> = {
  'print-shop': { garments: 'print-shop', goods: 'concrete' },
  'game-table': { garments: 'gallery', goods: 'gallery' },
  'product-lab': { garments: 'concrete', goods: 'concrete' },
  concrete: { garments: 'concrete', goods: 'concrete' },
  gallery: { garments: 'gallery', goods: 'gallery' },
};

const noTexts = { description: '', footerDescription: '', seoDescription: '', seoKeywords: [], address: '' };

/** The brand of a new store: colors, shapes and typefaces of the look's preset, with neutral words and without facts. */
export function neutralBrand({ id, name, look, sells }: NewStore): Brand {
  const preset = presets.find(({ design }) => design.look === look) ?? presets[0];
  const { madeFor: _madeFor, parts: _parts, ...design } = preset.design;
  const prints = sells === 'garments';
  const hero = heroes[look][sells];
  // This hero leads to the designer.
  const wordsOf = (words: Words, heroAction: string) =>
    hero === 'print-shop' ? { ...words, heroAction } : words;
  return {
    ...noTexts,
    id,
    name,
    domain: `${id}.localhost`,
    logo: '/brands/neutral/logo.svg',
    primaryColor: preset.primaryColor,
    secondaryColor: preset.secondaryColor,
    autoPlayMusic: false,
    hideInitialNavbar: false,
    currency: 'EGP',
    currencySymbol: 'E£',
    defaultLanguage: 'en',
    contactEmail: '',
    contactPhone: '',
    socialMedia: {},
    features: {
      wishlist: true,
      reviews: true,
      loyalty: false,
      liveChat: false,
      restocks: true,
      customization: prints,
    },
    pointsSystem: false,
    shipping: { freeShippingThreshold: 0, defaultShippingFee: 0, expressShippingFee: 0 },
    payment: { cashOnDelivery: true, onlinePayment: false, bankTransfer: false },
    customization: { enabled: prints, textPrice: 0, imagePrice: 0, baseProductPrices: {} },
    productsOptions: { colors: true, types: true, sizes: true, materials: true, gender: prints },
    design: {
      ...design,
      hero,
      home: ['featured', 'categories', 'deals', 'newest'],
      landing: 'standard',
      strip: 'none',
      ornament: 'grid',
      copy: wordsOf(english, 'Design your own'),
    },
    translations: { ar: { ...noTexts, copy: wordsOf(arabic, 'تصميم خاص') } },
  };
}
