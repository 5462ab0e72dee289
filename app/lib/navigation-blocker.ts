/** Asks whether unsaved changes may be discarded. */
type Blocker = () => Promise<boolean>;

const blockers = new Set<Blocker>();

/** Adds a confirmation for navigations by code, such as a sign-out. @returns a function that removes it */
export function addNavigationBlocker(blocker: Blocker): () => void {
  blockers.add(blocker);
  return () => void blockers.delete(blocker);
}

/** Whether code may navigate: nothing is unsaved, or the person agreed to discard it. */
export async function confirmNavigation(): Promise<boolean> {
  for (const blocker of blockers) if (!(await blocker())) return false;
  return true;
}

/** Location state of a confirmed navigation, which the router's blocker lets pass. */
export const confirmedNavigation = { confirmedNavigation: true };

/** Whether a navigation's location state is confirmed. */
export function isConfirmed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'confirmedNavigation' in state;
}
