import { createStore, useStore } from 'zustand';
import type { SessionUser } from './model.ts';

/** `second-step`: the password was accepted and the second step is due. */
export type Session =
  | { status: 'loading' | 'anonymous' | 'second-step'; user: null }
  | { status: 'signed-in'; user: SessionUser };

/** The current session. Anonymous on the server, and until a stored session is found. */
export const sessionStore = createStore<Session>(() => ({ status: 'anonymous', user: null }));

/** The current session, for components. */
export function useSession(): Session {
  return useStore(sessionStore);
}
