/** Asks somebody whether what they have not saved may be lost. Resolves once they have answered. */
type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/** Has a question asked before somebody leaves for a reason that is not a link. @returns what takes it back. */
export function askBeforeLeaving(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Whether somebody may leave: nothing would be lost, or they said that it may be. */
export async function mayLeave(): Promise<boolean> {
  for (const question of questions) if (!(await question())) return false;
  return true;
}

/** State for a navigation that somebody has agreed to already, so that nobody asks again. */
export const agreedToLeave = { agreedToLeave: true };

/** Whether a navigation with this state was agreed to. */
export function isAgreed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'agreedToLeave' in state;
}
