import type { Enums } from '#app/lib/database.types.ts';

type Status = Enums<'order_status'>;

/** What people set of an order themselves; all further statuses follow from its pieces and parcels. */
const transitions: Partial<Record<Status, readonly Status[]>> = {
  awaiting_payment: ['cancelled'],
  pending: ['confirmed', 'cancelled'],
  confirmed: ['in_production', 'cancelled'],
  in_production: ['cancelled'],
};

/** Returns the statuses that people can set of a whole order, the next step first. */
export const stageTransitions = (status: Status): readonly Status[] => transitions[status] ?? [];

/** Returns the status that an order has again when a move is taken back; undefined where it cannot be. */
export const takenBackTo = (status: Status): Status | undefined =>
  status === 'confirmed' ? 'pending' : status === 'in_production' ? 'confirmed' : undefined;
