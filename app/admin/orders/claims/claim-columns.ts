/** Columns of a claim against a carrier. In a file of their own, since the bench reads orders without the interface. */
export const claimColumns =
  'id, state, amount, received, reference, note, claimed_at, due_on, is_overdue' as const;
