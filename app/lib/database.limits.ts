// Generated from the migrated database by scripts/database-types.ts; do not edit.

/** Seconds that order mails wait, during which staff can undo what they announce. */
export const mailHoldSeconds = 30;

/** The most pieces for which shoppers read that few are left. */
export const fewLeft = 5;

/** The most pieces for which staff are warned, unless the store sets its own number. */
export const lowStock = 5;
