import { reloadPage } from '#app/lib/reload-page.ts';
import { type RoleDemand, roleAllows } from './model.ts';
import { sessionStore } from './session-store.ts';

let guarded: { userId: string; pathname: string; demand: RoleDemand } | undefined;
let watching = false;

/**
 * Guards the protected page that is open. When its person's session ends (a sign-out or another sign-in in another tab),
 * or they lose the role that the page requires, the page is reloaded: its loader decides again, and nothing of the
 * person is left in memory.
 */
export function guardPage(userId: string, pathname: string, demand: RoleDemand): void {
  guarded = { userId, pathname, demand };
  if (watching) return;
  watching = true;
  sessionStore.subscribe(({ status, user }) => {
    if (!guarded || status === 'loading') return;
    if (user?.id === guarded.userId && roleAllows(user.role, guarded.demand)) return;
    const isShown = location.pathname === guarded.pathname;
    guarded = undefined;
    if (isShown) reloadPage();
  });
}

/** Stops guarding, as before a sign-out on this page, which then is not reloaded. */
export function stopGuarding(): void {
  guarded = undefined;
}
