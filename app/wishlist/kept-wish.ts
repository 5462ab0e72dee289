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

/** The wish that was kept, once. */
export function takeWish(): Wish | null {
  const stored = kept().read();
  kept().write(null);
  try {
    const wish: unknown = JSON.parse(stored ?? 'null');
    return isWish(wish) ? wish : null;
  } catch {
    return null;
  }
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name }: Partial<Record<keyof Wish, unknown>> = value;
  return typeof id === 'string' && typeof name === 'string';
}
