import { createStore, useStore } from 'zustand';
import type { SessionUser } from './model.ts';

/** `second-step`: a password was right, and the person's second step is still due. */
export type Session =
  | { status: 'loading' | 'anonymous' | 'second-step'; user: null }
  | { status: 'signed-in'; user: SessionUser };

/** Who is using this browser. On the server and until a stored session is found it is nobody. */
export const sessionStore = createStore<Session>(() => ({ status: 'anonymous', user: null }));

/** The session, for components. The way out of it is `useSignOut`. */
export function useSession(): Session {
  return useStore(sessionStore);
}
