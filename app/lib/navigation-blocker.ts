/** Asks whether unsaved changes may be lost; resolves with the answer. */
type Blocker = () => Promise<boolean>;

const blockers = new Set<Blocker>();

/** Adds a question to ask before code navigates away, as at sign-out. @returns removes it. */
export function addNavigationBlocker(blocker: Blocker): () => void {
  blockers.add(blocker);
  return () => void blockers.delete(blocker);
}

/** Whether code may navigate away: nothing is unsaved, or the person agreed to lose it. */
export async function confirmNavigation(): Promise<boolean> {
  for (const blocker of blockers) if (!(await blocker())) return false;
  return true;
}

/** State for a navigation that was confirmed already, so that the router's own blocker lets it pass. */
export const confirmedNavigation = { confirmedNavigation: true };

/** Whether a navigation with this state was confirmed. */
export function isConfirmed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'confirmedNavigation' in state;
}
