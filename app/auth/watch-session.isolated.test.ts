import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const user = {
  id: 'u1',
  email: 'mona+inkthread@example.com',
  user_metadata: { original_email: 'mona@example.com' },
};
const session = { user, access_token: 't1' };

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

afterEach(() => vi.unstubAllGlobals());

describe('the session of a page that opens', () => {
  let client: ReturnType<typeof clientThatTellsTwice>;

  beforeEach(() => {
    client = clientThatTellsTwice();
    vi.resetModules();
    vi.stubGlobal('localStorage', { getItem: () => '{}' });
    const page = Object.assign(new EventTarget(), { documentElement: { dataset: { tenant: 'inkthread' } } });
    vi.stubGlobal('document', page);
    vi.doMock('#app/lib/supabase-browser.ts', () => ({
      hasStoredSession: () => true,
      loadSupabase: async () => client,
    }));
  });

  it('is known before a guarded page decides, also when the client speaks twice', async () => {
    const { currentUser } = await import('./session.ts');
    expect(await currentUser()).toMatchObject({ id: 'u1', name: 'Mona', role: 'admin' });
  });

  /** Has the client answer who asks for a role when it is let go. */
  function holdRole() {
    let asked = () => {};
    let answer = () => {};
    const isAsked = () => new Promise<void>((done) => (asked = done));
    client.auth.onAuthStateChange = () => {};
    client.rpc = () => {
      asked();
      return new Promise((done) => {
        answer = () => done({ data: 'admin', error: null });
      });
    };
    return { isAsked, answer: () => answer() };
  }

  it('a person who is read late does not undo a sign-out that came meanwhile', async () => {
    const { isAsked, answer } = holdRole();
    let tell: (event: string, session: unknown) => void = () => {};
    client.auth.onAuthStateChange = (listener) => {
      tell = listener;
    };
    const { currentUser, refreshSession } = await import('./session.ts');
    const { sessionStore } = await import('./session-store.ts');
    let asked = isAsked();
    const first = currentUser();
    await asked;
    answer();
    expect(await first).toMatchObject({ id: 'u1' });
    asked = isAsked();
    const late = refreshSession();
    await asked;
    tell('SIGNED_OUT', null);
    await expect.poll(() => sessionStore.getState().status).toBe('anonymous');
    answer();
    expect(await late).toEqual({ status: 'anonymous', user: null });
    expect(sessionStore.getState().status).toBe('anonymous');
  });

  it('a person who has just changed their name is read anew, whatever is on its way already', async () => {
    const { currentUser, refreshSession } = await import('./session.ts');
    const { sessionStore } = await import('./session-store.ts');
    expect(await currentUser()).toMatchObject({ name: 'Mona' });
    const { isAsked, answer } = holdRole();
    const asked = isAsked();
    const before = refreshSession();
    await asked;
    const single = {
      data: { id: 'u1', tenant_id: 'inkthread', email: '', name: 'Mona A.', metadata: {} },
      error: null,
    };
    const query = { select: () => query, eq: () => query, maybeSingle: async () => single };
    client.from = () => query;
    client.rpc = async () => ({ data: 'admin', error: null });
    const after = refreshSession({ fresh: true });
    answer();
    expect(await after).toMatchObject({ user: { name: 'Mona A.' } });
    await before;
    expect(sessionStore.getState()).toMatchObject({ user: { name: 'Mona A.' } });
  });

  it('a look that fails leaves the one before it standing', async () => {
    const { isAsked, answer } = holdRole();
    const { currentUser } = await import('./session.ts');
    const asked = isAsked();
    const first = currentUser();
    await asked;
    const failed = vi.fn(async () => {
      throw new TypeError('Failed to fetch');
    });
    client.auth.getSession = failed;
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => failed).toHaveBeenCalled();
    answer();
    expect(await first).toMatchObject({ id: 'u1' });
  });
});
