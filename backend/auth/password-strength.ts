import { invalid, WeakPasswordError, type WeakPasswordReason } from './errors.ts';
import type { AuthSettings } from './options.ts';
import { isHashable } from './passwords.ts';

/** @throws AuthError when bcrypt would cut it, WeakPasswordError with every reason at once. */
export async function checkPasswordStrength(
  password: string,
  rules: AuthSettings['password'],
): Promise<void> {
  if (!isHashable(password)) throw invalid('Password cannot be longer than 72 characters');
  const weakness = await findWeakness(password, rules);
  if (weakness) throw weakness;
}

/** What is weak about a password, or undefined. */
export async function findWeakness(
  password: string,
  rules: AuthSettings['password'],
): Promise<WeakPasswordError | undefined> {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  if (password.length < rules.minLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.minLength} characters.`);
  }
  const lacksSet = rules.requiredCharacters.some(
    (set) => ![...set].some((letter) => password.includes(letter)),
  );
  if (lacksSet) {
    reasons.push('characters');
    messages.push(
      `Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`,
    );
  }
  if (await rules.isPwned?.(password)) {
    reasons.push('pwned');
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length > 0 ? new WeakPasswordError(messages.join(' '), reasons) : undefined;
}
