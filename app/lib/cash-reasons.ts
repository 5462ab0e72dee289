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

/** The rules in a list of reasons; unknown ones are dropped. */
export const cashReasons = (reasons: readonly { rule: CashReason }[]): CashReason[] =>
  rules.filter((rule) => reasons.some((reason) => reason.rule === rule));
