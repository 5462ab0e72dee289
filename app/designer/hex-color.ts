/**
 * A colour as somebody types it, as six lower-case digits behind a `#`; null unless it is a 3- or 6-digit hex with an
 * optional `#` (spec section 5).
 */
export function hexColor(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`;
}
