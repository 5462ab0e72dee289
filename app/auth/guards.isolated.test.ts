import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useToast } from '#app/ui/toast.ts';
import type { Role, Session } from './model.ts';

const state = vi.hoisted((): { session: Session; rereads: number; role: Role } => ({
  session: { status: 'anonymous', user: null },
  rereads: 0,
  role: 'user',
}));

const person = (role: Role): Session => ({
  status: 'signed-in',
  user: {
    id: 'u1',
    name: 'Mona',
    email: 'mona@example.com',
    avatar: '',
    officeLanguage: 'en' as const,
    role,
  },
});

vi.mock('./session.ts', () => ({
  pageSession: {
    currentSession: async () => state.session,
    refreshSession: async () => {
      state.rereads += 1;
      return person(state.role);
    },
    isStale: () => true,
    guardPage: () => {},
  },
}));

const { requireUser } = await import('./guards.ts');

/** Where a guard sends somebody who asks for a page; undefined when it lets them in. */
async function sentTo(path: string, ...demand: [Role?]) {
  try {
    await requireUser(new Request(`https://store.test${path}`), ...demand);
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
  it('leads visitors to sign in with path and query, and says so once however many loaders ask', async () => {
    state.session = { status: 'anonymous', user: null };
    const answers = await Promise.all([sentTo('/checkout?slot=2'), sentTo('/checkout?slot=2', 'user')]);
    expect(answers).toEqual(['/signin?next=%2Fcheckout%3Fslot%3D2', '/signin?next=%2Fcheckout%3Fslot%3D2']);
    expect(useToast.getState().current).toMatchObject({ id: 1, title: 'Please sign in' });
  });

  it('leads who still has a second step to take to the page that asks for it, without that message', async () => {
    state.session = { status: 'second-step', user: null };
    expect(await sentTo('/account/orders')).toBe('/signin?next=%2Faccount%2Forders');
    expect(useToast.getState().current).toBeNull();
  });

  it('lets in by the role that holds now, and sends who lost it home', async () => {
    state.session = person('admin');
    state.role = 'user';
    expect(await sentTo('/admin/orders', 'admin')).toBe('/');
    state.session = person('user');
    state.role = 'super_admin';
    expect(await sentTo('/admin/users', 'super_admin')).toBeUndefined();
    expect(state.rereads).toBe(2);
  });

  it('asks nothing again for a page that any signed-in person may see', async () => {
    state.session = person('user');
    expect(await sentTo('/account')).toBeUndefined();
    expect(state.rereads).toBe(0);
  });
});
