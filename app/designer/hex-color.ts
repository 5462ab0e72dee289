/**
 * Parses a hex colour of 3 or 6 digits, with or without `#`, into `#` and six lower-case digits; null when
 * invalid (spec section 5).
 */
export function hexColor(input: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(input.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}
