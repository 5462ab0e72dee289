import { href } from 'react-router';
import type englishAdmin from '#app/i18n/texts/en/admin.json';
import type { PlainKey } from '#app/i18n/translations.ts';
import type { Readiness, ReadinessItem, TextPlace } from '#app/store/readiness.ts';

/** A setup step: its page, and the readiness items that are repaired there. */
export type SetupStep = {
  to: string;
  labelKey: PlainKey<typeof englishAdmin>;
  items: readonly ReadinessItem[];
};

/** The steps in their proposed order; each may be skipped, and done at any time. */
export const setupSteps: readonly SetupStep[] = [
  { to: href('/admin/setup/stores'), labelKey: 'setupStores', items: [] },
  {
    to: href('/admin/setup/business'),
    labelKey: 'setupBusiness',
    items: ['legal_name', 'contact', 'tax_number', 'demo_invoicing', 'demo_phone'],
  },
  { to: href('/admin/setup/domain'), labelKey: 'setupDomain', items: ['addresses'] },
  {
    to: href('/admin/setup/delivery'),
    labelKey: 'setupDelivery',
    items: ['delivery', 'zones_free', 'zones_express', 'zones_cover', 'flat_fee'],
  },
  {
    to: href('/admin/setup/payment'),
    labelKey: 'setupPayment',
    items: ['payment', 'online_payment', 'demo_bank', 'cash_deposit'],
  },
  { to: href('/admin/setup/messages'), labelKey: 'setupMessages', items: ['mail', 'test_mail'] },
  { to: href('/admin/setup/policies'), labelKey: 'setupPolicies', items: ['policies', 'questions'] },
  { to: href('/admin/setup/products'), labelKey: 'setupProducts', items: ['products'] },
  { to: href('/admin/setup/test-order'), labelKey: 'setupTestOrder', items: ['test_order'] },
  { to: href('/admin/setup/open'), labelKey: 'setupOpen', items: [] },
];

const brandPage = `${href('/admin/settings')}?tab=brand`;

/** Where the items are repaired that have no step. */
const otherPlaces: Partial<Record<ReadinessItem, string>> = {
  second_step: href('/account'),
  domain: brandPage,
  demo_domain: brandPage,
  demo_words: brandPage,
  demo_logo: brandPage,
  hero_picture: brandPage,
  cash_rules: `${href('/admin/settings')}?tab=orders`,
  pictures: href('/admin/products'),
  translations: `${href('/admin/content')}?tab=translations`,
  demo_products: href('/admin/demo'),
};

/** The page where a text is edited. */
export const placeOfText: Readonly<Record<TextPlace['place'], string>> = {
  brand: brandPage,
  store: `${href('/admin/settings')}?tab=store`,
  legal: `${href('/admin/content')}?tab=legal`,
  question: `${href('/admin/content')}?tab=faq`,
};

/** The page where an item is repaired; undefined for texts, and if that is done on the server. */
export const placeOfItem = (item: ReadinessItem): string | undefined =>
  otherPlaces[item] ?? setupSteps.find(({ items }) => items.includes(item))?.to;

const isMissing = ({ level, isReady }: Pick<Readiness, 'level' | 'isReady'>) =>
  level === 'missing' && !isReady;

/** Whether a store lacks something without which it cannot sell. */
export const isSellable = (readiness: readonly Readiness[]): boolean => !readiness.some(isMissing);

/** Returns how many of the things are there without which a store cannot sell. */
export function setupProgress(readiness: readonly Readiness[]): { done: number; all: number } {
  const required = readiness.filter(({ level }) => level === 'missing');
  return { done: required.filter(({ isReady }) => isReady).length, all: required.length };
}

/** Returns the state of a step; `open` means that it covers no items. */
export function stepState(
  { items }: SetupStep,
  readiness: readonly Readiness[],
): 'done' | 'missing' | 'optional' | 'open' {
  const own = readiness.filter(({ item }) => items.includes(item));
  if (own.length === 0) return 'open';
  if (own.some(isMissing)) return 'missing';
  return own.every(({ isReady }) => isReady) ? 'done' : 'optional';
}

/** Returns the first step that lacks something required, or else the last step. */
export function nextStep(readiness: readonly Readiness[]): SetupStep | undefined {
  return setupSteps.find((step) => stepState(step, readiness) === 'missing') ?? setupSteps.at(-1);
}
