import { pageTenant } from '#app/brands/page-tenant.ts';
import { keptByTab } from '#app/lib/kept.ts';

/** A product that somebody wished for. */
export interface Wish {
  id: string;
  name: string;
}

const kept = () => keptByTab(`souk-wish-${pageTenant()}`);

/** Keeps a visitor's wish in this tab until they have signed in. */
export function keepWish({ id, name }: Wish): void {
  kept().write(JSON.stringify({ id, name }));
}

/** The wish that is kept in this tab; what cannot be read as one is none. */
export function keptWish(): Wish | null {
  try {
    const wish: unknown = JSON.parse(kept().read() ?? 'null');
    return isWish(wish) ? wish : null;
  } catch {
    return null;
  }
}

/** Forgets the wish that was kept, once it came true or cannot any more. */
export function forgetWish(): void {
  kept().write(null);
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name }: Partial<Record<keyof Wish, unknown>> = value;
  return typeof id === 'string' && typeof name === 'string';
}
