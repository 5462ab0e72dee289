import { useStore } from 'zustand';
import { hostTenant, pageOffice } from '#app/lib/page-tenant.ts';
import { reloadPage } from '#app/lib/reload-page.ts';
import { hasStoredSession, loadSupabase, sessionKey } from '#app/lib/supabase-browser.ts';
import { createSession } from './create-session.ts';
import type { Session } from './model.ts';

/** The session of this page. Anonymous on the server, where nobody is signed in. */
export const pageSession = createSession({
  load: loadSupabase,
  hasStoredSession,
  storageKey: () => sessionKey(hostTenant()),
  tenantId: hostTenant,
  office: pageOffice,
  reload: reloadPage,
});

/** The current session, for components. */
export function useSession(): Session {
  return useStore(pageSession);
}
