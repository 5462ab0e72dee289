import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#app/lib/database.types.ts';
import { createSession } from './create-session.ts';
import { may } from './model.ts';

type Role = 'user' | 'admin';
type StoredSession = { access_token: string; user: { id: string } } | null;

const account = { id: 'u1', email: 'mona+inkthread@example.com', user_metadata: {} };
const stored = { user: account, access_token: 't1' };

/** A page with its own session and a fake backend. */
function openPage(tenantId: string, { name = 'Mona', isStored = true } = {}) {
  const backend = {
    name,
    role: async (): Promise<Role> => 'admin',
    session: async (): Promise<StoredSession> => stored,
    tell: (_event: string, _session: StoredSession) => {},
    loads: 0,
    reloads: 0,
  };
  const client = createClient<Database>('http://store.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input) =>
        Response.json(
          String(input).includes('/rpc/get_highest_role')
            ? await backend.role()
            : String(input).includes('/rpc/my_workplaces')
              ? (await backend.role()) === 'user'
                ? []
                : [{ tenant_id: tenantId, capabilities: ['orders.see'] }]
              : [{ id: 'u1', tenant_id: tenantId, email: '', name: backend.name, metadata: {} }],
        ),
    },
  });
  Object.assign(client.auth, {
    getSession: async () => ({ data: { session: await backend.session() }, error: null }),
    onAuthStateChange: (listener: typeof backend.tell) => {
      backend.tell = listener;
    },
  });
  const session = createSession({
    load: async () => {
      backend.loads += 1;
      return client;
    },
    hasStoredSession: () => isStored,
    storageKey: () => `session-${tenantId}`,
    tenantId: () => tenantId,
    office: () => undefined,
    reload: () => {
      backend.reloads += 1;
    },
  });
  return { backend, session };
}

type Backend = ReturnType<typeof openPage>['backend'];

/** Makes the backend hold its next answer about a role until released. */
function holdRole(backend: Backend) {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Role>();
  backend.role = () => {
    asked.resolve();
    return answer.promise;
  };
  return { asked: asked.promise, answer: (role: Role) => answer.resolve(role) };
}

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('location', { pathname: '/admin' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the session of a page', () => {
  it('stays anonymous without loading the client when none is stored', async () => {
    const { backend, session } = openPage('inkthread', { isStored: false });
    expect(await session.currentUser()).toBeNull();
    expect(backend.loads).toBe(0);
  });

  it('is known before a guarded page decides, even if the client reports it twice', async () => {
    const { backend, session } = openPage('inkthread');
    const held = holdRole(backend);
    const user = session.currentUser();
    await held.asked;
    backend.tell('SIGNED_IN', stored);
    expect(session.getState().status).toBe('loading');
    held.answer('admin');
    expect(await user).toMatchObject({ id: 'u1', name: 'Mona', role: 'admin' });
  });

  it('is not undone by a person who is read late, after a sign-out', async () => {
    const { backend, session } = openPage('inkthread');
    expect(await session.currentUser()).toMatchObject({ id: 'u1' });
    const held = holdRole(backend);
    const late = session.refreshSession();
    await held.asked;
    backend.tell('SIGNED_OUT', null);
    await expect.poll(() => session.getState().status).toBe('anonymous');
    held.answer('admin');
    expect(await late).toEqual({ status: 'anonymous', user: null });
    expect(session.getState().status).toBe('anonymous');
  });

  it('shows a changed name, even while an older read is pending', async () => {
    const { backend, session } = openPage('inkthread');
    expect(await session.currentUser()).toMatchObject({ name: 'Mona' });
    const held = holdRole(backend);
    const before = session.refreshSession();
    await held.asked;
    backend.name = 'Mona A.';
    backend.role = async () => 'admin';
    const after = session.refreshSession({ fresh: true });
    held.answer('admin');
    expect(await after).toMatchObject({ user: { name: 'Mona A.' } });
    await before;
    expect(session.getState()).toMatchObject({ user: { name: 'Mona A.' } });
  });

  it('keeps the person when a read fails', async () => {
    const { backend, session } = openPage('inkthread');
    const held = holdRole(backend);
    const first = session.currentUser();
    await held.asked;
    const failed = vi.fn(async () => {
      throw new TypeError('Failed to fetch');
    });
    backend.session = failed;
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => failed).toHaveBeenCalled();
    held.answer('admin');
    expect(await first).toMatchObject({ id: 'u1' });
  });
});

describe('two sessions side by side', () => {
  it('hold different people, and signing out of one leaves the other', async () => {
    const [ink, games] = [openPage('inkthread'), openPage('meeplehouse', { name: 'Omar' })];
    expect(await ink.session.currentUser()).toMatchObject({ name: 'Mona' });
    expect(await games.session.currentUser()).toMatchObject({ name: 'Omar' });
    ink.backend.tell('SIGNED_OUT', null);
    await expect.poll(() => ink.session.getState().status).toBe('anonymous');
    expect(games.session.getState()).toMatchObject({ status: 'signed-in', user: { name: 'Omar' } });
  });

  it('guard one page each: only the one whose role was removed reloads', async () => {
    const pages = [openPage('inkthread'), openPage('meeplehouse')];
    for (const { session } of pages) {
      await session.currentUser();
      session.guardPage('u1', '/admin', (user) => may(user, 'orders.see'));
    }
    const [ink, games] = pages;
    if (ink) ink.backend.role = async () => 'user';
    for (const { session } of pages) await session.refreshSession();
    expect([ink?.backend.reloads, games?.backend.reloads]).toEqual([1, 0]);
  });

  it('count their own sign-ins', async () => {
    const [ink, games] = [openPage('inkthread'), openPage('meeplehouse')];
    const answer = Promise.withResolvers<void>();
    const signIn = ink.session.trackSignIn(() => answer.promise);
    expect([ink.session.isSignInPending(), games.session.isSignInPending()]).toEqual([true, false]);
    answer.resolve();
    await signIn;
    expect(ink.session.isSignInPending()).toBe(false);
  });
});
