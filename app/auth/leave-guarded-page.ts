import { type RoleDemand, roleAllows } from './model.ts';
import { sessionStore } from './session.ts';

let guarded: { userId: string; pathname: string; demand: RoleDemand } | undefined;
let watching = false;

/**
 * Remembers whose protected page is shown. When their session ends without them leaving it (they signed out in another
 * tab, or somebody else signed in there), or they lose the role it demands, the page is opened anew, and its guard decides
 * again with nothing of the first person left in memory.
 */
export function keepGuarding(userId: string, pathname: string, demand: RoleDemand): void {
  guarded = { userId, pathname, demand };
  if (watching) return;
  watching = true;
  sessionStore.subscribe(({ status, user }) => {
    if (!guarded || status === 'loading') return;
    if (user?.id === guarded.userId && roleAllows(user.role, guarded.demand)) return;
    const isShown = location.pathname === guarded.pathname;
    guarded = undefined;
    if (isShown) location.reload();
  });
}

/** Says that the person leaves by themselves, so that the page they are on is not opened again. */
export function stopGuarding(): void {
  guarded = undefined;
}
