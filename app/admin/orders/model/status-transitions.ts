import { orderStatusTransitions } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';

type Status = Enums<'order_status'>;

/** Returns the statuses that staff can set for an order. */
export const staffTransitions = (status: Status): Status[] =>
  orderStatusTransitions
    .filter(({ from_status, by_staff }) => from_status === status && by_staff)
    .map(({ to_status }) => to_status);

/** Returns the status that undoing staff's own last change restores; undefined if it cannot be undone. */
export const takenBackTo = (status: Status): Status | undefined =>
  orderStatusTransitions.find(({ from_status, takes_back }) => from_status === status && takes_back)
    ?.to_status;
