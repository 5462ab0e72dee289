import { reloadPage } from '#app/lib/reload-page.ts';
import { type RoleDemand, roleAllows } from './model.ts';
import { sessionStore } from './session-store.ts';

let guarded: { userId: string; pathname: string; demand: RoleDemand } | undefined;
let watching = false;

/**
 * Guards the open protected page. When its session ends or the person loses the required role, the page reloads, so
 * that its loader decides again and no personal data stays in memory.
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

/** Stops guarding. Called before a sign-out on this page, which navigates by itself. */
export function stopGuarding(): void {
  guarded = undefined;
}
