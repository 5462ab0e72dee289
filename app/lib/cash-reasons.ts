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

/** A rule that makes a store require something before it ships a cash order. */
export type CashReason = (typeof rules)[number];

/** The rules in a list of reasons, `[{"rule", …}]`; unknown ones are dropped. */
export const cashReasons = (reasons: Json): CashReason[] =>
  rules.filter(
    (rule) =>
      Array.isArray(reasons) &&
      reasons.some((one) => one instanceof Object && 'rule' in one && one.rule === rule),
  );
