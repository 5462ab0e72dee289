import { pageTenant } from '#app/brands/page-tenant.ts';

/** A product that somebody wished for. */
export interface Wish {
  id: string;
  name: string;
}

const key = () => `souk-wish-${pageTenant()}`;

/** Keeps a visitor's wish in this tab until they have signed in. */
export function keepWish({ id, name }: Wish): void {
  try {
    sessionStorage.setItem(key(), JSON.stringify({ id, name }));
  } catch {
    // Without storage they press the heart a second time.
  }
}

/** The wish that was kept, once. */
export function takeWish(): Wish | null {
  try {
    const wish: unknown = JSON.parse(sessionStorage.getItem(key()) ?? 'null');
    sessionStorage.removeItem(key());
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
