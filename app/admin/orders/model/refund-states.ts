import { refundStates } from '#app/lib/database.constants.ts';
import type { Enums } from '#app/lib/database.types.ts';

type Refund = { state: Enums<'refund_state'> };

const open = new Set(refundStates.filter(({ is_open }) => is_open).map(({ state }) => state));
const waiting = new Set(
  refundStates.filter(({ waits_for_staff }) => waits_for_staff).map(({ state }) => state),
);

/** Returns whether a refund is still owed. */
export const isOpenRefund = ({ state }: Refund): boolean => open.has(state);

/** Returns whether staff must send a refund, because nothing sends it automatically. */
export const waitsForStaff = ({ state }: Refund): boolean => waiting.has(state);
