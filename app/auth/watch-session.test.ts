import { beforeEach, describe, expect, it, vi } from 'vitest';

const user = {
  id: 'u1',
  email: 'mona+inkthread@example.com',
  user_metadata: { original_email: 'mona@example.com' },
};
const session = { user };

/** A client that tells of the stored session twice, as the real one does when a page opens: by asking and by event. */
function clientThatTellsTwice() {
  const single = {
    data: { id: 'u1', tenant_id: 'inkthread', email: '', name: 'Mona', metadata: {} },
    error: null,
  };
  const query = { select: () => query, eq: () => query, maybeSingle: async () => single };
  return {
    auth: {
      onAuthStateChange(tell: (event: string, session: unknown) => void) {
        setTimeout(() => tell('SIGNED_IN', session), 0);
      },
      getSession: async () => ({ data: { session } }),
    },
    from: () => query,
    rpc: async () => {
      await new Promise((done) => setTimeout(done, 20));
      return { data: 'admin', error: null };
    },
  };
}

describe('the session of a page that opens', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('localStorage', { getItem: () => '{}' });
    const page = Object.assign(new EventTarget(), { documentElement: { dataset: { tenant: 'inkthread' } } });
    vi.stubGlobal('document', page);
    vi.doMock('#app/lib/supabase-browser.ts', () => ({
      hasStoredSession: () => true,
      loadSupabase: async () => clientThatTellsTwice(),
    }));
  });

  it('M45 is known before a guarded page decides, also when the client speaks twice', async () => {
    const { currentUser } = await import('./session.ts');
    expect(await currentUser()).toMatchObject({ id: 'u1', name: 'Mona', role: 'admin' });
  });
});
