/** The value of a JSON text, or the text itself when it is none. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!text.startsWith('[') && !text.startsWith('"')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Paths with nothing in them that an address may not have: nearly all pictures have such ones. */
const plainPath = /^\/(?!\/)[\w.~/-]*$/;

/** Whether a browser can make an address out of a path or address. */
export function canFollow(address: string): boolean {
  return plainPath.test(address) || URL.canParse(address, 'https://store.invalid');
}

/**
 * A list of addresses from a list, a list as JSON text, or a single address (spec section 3). What no browser can make
 * an address of is left out.
 */
export function addressList(value: unknown): string[] {
  const found = parsed(value);
  const list: unknown[] = Array.isArray(found) ? found : [found];
  const texts = list.map((item) => (typeof item === 'string' ? item.trim() : ''));
  return texts.filter((item) => item && canFollow(item));
}

/** A number, or text that is one; anything else gives the fallback. */
export function numeric<Fallback>(value: unknown, fallback: Fallback): number | Fallback {
  if (typeof value === 'number') return Number.isFinite(value) ? value : fallback;
  if (typeof value !== 'string' || value.trim() === '') return fallback;
  const number = Number(value);
  return Number.isFinite(number) ? number : fallback;
}

/** Text as it is, a number as text, a list as JSON text; anything else is ''. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return Array.isArray(value) ? JSON.stringify(value) : '';
}

/** A flag, also when it was stored as text or number. */
export function flag(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|t|1)$/i.test(value.trim()));
}

/** An ISO time as it came, or the given one when it is missing. */
export function timestamp(value: unknown, now: string): string {
  return typeof value === 'string' && value.trim() ? value : now;
}

/** The entries of an object; a value that is no object has none. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * The options of a size, colour, type, material or gender: text holding a JSON list or a comma list (spec section 3).
 * Blank and repeated entries are dropped; the order is kept.
 */
export function optionList(value: string): string[] {
  const found = parsed(value);
  const list: unknown[] = Array.isArray(found) ? found : value.split(',');
  const names = list.map((item) =>
    text(item)
      .trim()
      .replace(/^["'[\]\s]+|["'[\]\s]+$/g, ''),
  );
  return [...new Set(names.filter(Boolean))];
}
