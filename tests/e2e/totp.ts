import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

/** The code of the current or the next half minute: each is valid once, for half a minute longer than it is shown. */
export function codeOf(secret: string, halfMinutes: 0 | 1): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + halfMinutes * 30_000 });
}

/** A wrong code of the same length. */
export const wrongCode = (right: string): string =>
  right.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** Types a second-factor code and submits it. */
export async function showCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: button, exact: true }).click();
}
