import { href } from 'react-router';
import type englishAdmin from '#app/i18n/texts/en/admin.json';
import type { PlainKey } from '#app/i18n/translations.ts';

/** An item of the database's readiness list for a store's first order. */
export type Readiness = { item: string; is_ready: boolean; is_required: boolean };

/** A setup step: its page, and the readiness items that it covers. */
export type SetupStep = { to: string; labelKey: PlainKey<typeof englishAdmin>; items: readonly string[] };

/** The steps in their proposed order; each may be skipped, and done at any time. */
export const setupSteps: readonly SetupStep[] = [
  { to: href('/admin/setup/stores'), labelKey: 'setupStores', items: [] },
  {
    to: href('/admin/setup/business'),
    labelKey: 'setupBusiness',
    items: ['legal_name', 'contact', 'tax_number'],
  },
  { to: href('/admin/setup/domain'), labelKey: 'setupDomain', items: [] },
  { to: href('/admin/setup/delivery'), labelKey: 'setupDelivery', items: ['delivery'] },
  { to: href('/admin/setup/payment'), labelKey: 'setupPayment', items: ['payment'] },
  { to: href('/admin/setup/messages'), labelKey: 'setupMessages', items: [] },
  { to: href('/admin/setup/policies'), labelKey: 'setupPolicies', items: ['policies'] },
  { to: href('/admin/setup/products'), labelKey: 'setupProducts', items: ['products'] },
  { to: href('/admin/setup/test-order'), labelKey: 'setupTestOrder', items: ['test_order'] },
  { to: href('/admin/setup/open'), labelKey: 'setupOpen', items: [] },
];

/** Returns how many requirements for a first order are met. */
export function setupProgress(readiness: readonly Readiness[]): { done: number; all: number } {
  const required = readiness.filter(({ is_required }) => is_required);
  return { done: required.filter(({ is_ready }) => is_ready).length, all: required.length };
}

/** Returns the state of a step; `open` means that it covers no items. */
export function stepState(
  { items }: SetupStep,
  readiness: readonly Readiness[],
): 'done' | 'missing' | 'optional' | 'open' {
  const own = readiness.filter(({ item }) => items.includes(item));
  if (own.length === 0) return 'open';
  const missing = own.filter(({ is_ready }) => !is_ready);
  if (missing.some(({ is_required }) => is_required)) return 'missing';
  return missing.length > 0 ? 'optional' : 'done';
}

/** Returns the first step that lacks something required, or else the last step. */
export function nextStep(readiness: readonly Readiness[]): SetupStep | undefined {
  return setupSteps.find((step) => stepState(step, readiness) === 'missing') ?? setupSteps.at(-1);
}

/** Returns the step that covers an item; undefined without one. */
export const stepOfItem = (item: string): SetupStep | undefined =>
  setupSteps.find(({ items }) => items.includes(item));
