/** Parses JSON text; returns other values unchanged. */
function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!text.startsWith('[') && !text.startsWith('"')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Fast path for plain paths, which nearly all pictures have. */
const plainPath = /^\/(?!\/)[\w.~/-]*$/;

/** Whether a path or URL is valid. */
export function isValidUrl(address: string): boolean {
  return plainPath.test(address) || URL.canParse(address, 'https://store.invalid');
}

/**
 * Normalizes a list, a list as JSON text, or a single URL to a list of URLs (docs/product.md, Products). Invalid URLs
 * are dropped.
 */
export function addressList(value: unknown): string[] {
  const parsedValue = parseJson(value);
  const list: unknown[] = Array.isArray(parsedValue) ? parsedValue : [parsedValue];
  const texts = list.map((item) => (typeof item === 'string' ? item.trim() : ''));
  return texts.filter((item) => item && isValidUrl(item));
}

/** A number, also from text; anything else gives the fallback. */
export function numeric<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  if (typeof value === 'number') return Number.isFinite(value) ? value : fallback;
  if (typeof value !== 'string' || value.trim() === '') return fallback;
  const number = Number(value);
  return Number.isFinite(number) ? number : fallback;
}

/** Text, a number as text, or a list as JSON text; anything else gives ''. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return Array.isArray(value) ? JSON.stringify(value) : '';
}

/** A boolean, also from text or a number. */
export function flag(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|t|1)$/i.test(value.trim()));
}

/** An ISO time, or `now` when it is missing. */
export function timestamp(value: unknown, now: string): string {
  return typeof value === 'string' && value.trim() ? value : now;
}

/** The entries of an object; {} for anything else. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * Parses the values of a size, color, type, material or gender: a JSON list or a comma-separated list (docs/product.md,
 * Products). Removes blank and duplicate entries and keeps the order.
 */
export function optionList(value: string): string[] {
  const parsedValue = parseJson(value);
  const list: unknown[] = Array.isArray(parsedValue) ? parsedValue : value.split(',');
  const names = list.map((item) =>
    text(item)
      .trim()
      .replace(/^["'[\]\s]+|["'[\]\s]+$/g, ''),
  );
  return [...new Set(names.filter(Boolean))];
}

/** Parses a typed list with the comma of any keyboard: "S, M" or "قطن، كتان". */
export const typedList = (typed: string): string[] => optionList(typed.replaceAll('،', ','));
