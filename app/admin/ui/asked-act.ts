import { createStore, useStore } from 'zustand';
import { BackendError } from '#app/lib/backend-error.ts';
import type { Database, Enums } from '#app/lib/database.types.ts';
import { refusalMessage } from '#app/lib/refusal.ts';

type Functions = Database['public']['Functions'];

/** A function that can be asked for, with its arguments by name (docs/product.md, Ceilings). */
export type AskedAct = {
  [Act in Enums<'approval_act'>]: { act: Act; args: Omit<Functions[Act]['Args'], 'p_request_id'> };
}[Enums<'approval_act'>];

/** Acts that were just refused because of the person's ceiling, and why; the office offers to ask somebody for them. */
export type RefusedActs = { acts: readonly AskedAct[]; why: string };

const refused = createStore<{ current: RefusedActs | null }>(() => ({ current: null }));

/** Offers to ask somebody for acts that lie above the person's ceiling; for none it does nothing. */
export function offerToAsk(acts: readonly AskedAct[], why: string): void {
  if (acts.length > 0) refused.setState({ current: { acts, why } });
}

/** Returns what the office offers to ask for. */
export function useRefusedActs() {
  return useStore(refused, ({ current }) => current);
}

/** Closes the offer to ask. */
export function forgetRefusedActs(): void {
  refused.setState({ current: null });
}

/**
 * Runs an act; if it lies above the person's ceiling, the office offers to ask somebody for it.
 * @param asked what is asked for then: the act itself, or the part of it that somebody else can do
 * @throws what the act throws
 */
export async function offeringToAsk<Result>(asked: AskedAct, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof BackendError && error.details === 'above_ceiling')
      offerToAsk([asked], refusalMessage(error) ?? error.message);
    throw error;
  }
}
