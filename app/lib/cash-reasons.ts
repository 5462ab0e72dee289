import type { Json } from './database.types.ts';

const rules = [
  'first_order',
  'amount',
  'refusals',
  'contact',
  'governorate',
  'zone',
  'unpaid_orders',
] as const;

/** A rule by which a store asks for something before it sends an order for cash. */
export type CashReason = (typeof rules)[number];

/** The rules that reasons name, `[{"rule", …}]`; those that this version doesn't know are left out. */
export const cashReasons = (reasons: Json): CashReason[] =>
  rules.filter(
    (rule) =>
      Array.isArray(reasons) &&
      reasons.some((one) => one instanceof Object && 'rule' in one && one.rule === rule),
  );
