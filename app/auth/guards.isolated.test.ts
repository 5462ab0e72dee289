import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capability } from '#app/lib/database.constants.ts';
import { useToast } from '#app/ui/toast.ts';
import type { Role, Session } from './model.ts';

const state = vi.hoisted((): { session: Session; reread: Session; rereads: number } => ({
  session: { status: 'anonymous', user: null },
  reread: { status: 'anonymous', user: null },
  rereads: 0,
}));

const person = (role: Role, ...capabilities: Capability[]): Session => ({
  status: 'signed-in',
  user: {
    id: 'u1',
    name: 'Mona',
    email: 'mona@example.com',
    avatar: '',
    workplaces: [],
    officeLanguage: 'en' as const,
    role,
    capabilities,
  },
});

vi.mock('./session.ts', () => ({
  pageSession: {
    currentSession: async () => state.session,
    refreshSession: async () => {
      state.rereads += 1;
      return state.reread;
    },
    isStale: () => true,
    guardPage: () => {},
  },
}));

const { requireCapability, requireUser } = await import('./guards.ts');

const pageAt = (path: string) => new Request(`https://store.test${path}`);

/** Where a guard redirects; undefined if it lets the person in. */
async function sentTo(guard: Promise<unknown>) {
  try {
    await guard;
    return undefined;
  } catch (answer) {
    if (answer instanceof Response) return answer.headers.get('location');
    throw answer;
  }
}

beforeEach(() => {
  useToast.setState({ current: null });
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  state.rereads = 0;
});

afterEach(() => vi.unstubAllGlobals());

describe('a guarded page', () => {
  it('redirects visitors to sign in with path and query, with one toast however many loaders ask', async () => {
    state.session = { status: 'anonymous', user: null };
    const answers = await Promise.all([
      sentTo(requireUser(pageAt('/checkout?slot=2'))),
      sentTo(requireUser(pageAt('/checkout?slot=2'), 'user')),
    ]);
    expect(answers).toEqual(['/signin?next=%2Fcheckout%3Fslot%3D2', '/signin?next=%2Fcheckout%3Fslot%3D2']);
    expect(useToast.getState().current).toMatchObject({ id: 1, title: 'Please sign in' });
  });

  it('redirects a person whose second step is due to the page that asks for it, without that toast', async () => {
    state.session = { status: 'second-step', user: null };
    expect(await sentTo(requireUser(pageAt('/account/orders')))).toBe('/signin?next=%2Faccount%2Forders');
    expect(useToast.getState().current).toBeNull();
  });

  it('admits by the current role, and sends home whoever lost it', async () => {
    state.session = person('admin');
    state.reread = person('user');
    expect(await sentTo(requireUser(pageAt('/admin'), 'admin'))).toBe('/');
    state.session = person('user');
    state.reread = person('super_admin');
    expect(await sentTo(requireUser(pageAt('/admin'), 'admin'))).toBeUndefined();
    expect(state.rereads).toBe(2);
  });

  it('admits by current capabilities, whatever the role', async () => {
    state.session = person('super_admin', 'orders.see');
    state.reread = person('super_admin', 'products.see');
    expect(await sentTo(requireCapability(pageAt('/admin/orders'), 'orders.see'))).toBe('/');
    expect(await sentTo(requireCapability(pageAt('/admin/products'), 'products.see'))).toBeUndefined();
    expect(state.rereads).toBe(2);
  });

  it('reads nothing again for a page that any signed-in person may see', async () => {
    state.session = person('user');
    expect(await sentTo(requireUser(pageAt('/account')))).toBeUndefined();
    expect(state.rereads).toBe(0);
  });
});
