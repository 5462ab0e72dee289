import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from './model.ts';
import type { Session } from './session-store.ts';

const state = vi.hoisted((): { session: Session; rereads: number; role: Role } => ({
  session: { status: 'anonymous', user: null },
  rereads: 0,
  role: 'user',
}));
const toasts = vi.hoisted((): { title: string }[] => []);

const person = (role: Role): Session => ({
  status: 'signed-in',
  user: { id: 'u1', name: 'Mona', email: 'mona@example.com', avatar: '', role },
});

vi.mock('#app/ui/toast.ts', () => ({ toast: (content: { title: string }) => toasts.push(content) }));
vi.mock('./session-guard.ts', () => ({ guardPage: () => {} }));
vi.mock('./watch-session.ts', () => ({ isStale: () => true }));
vi.mock('./session.ts', () => ({
  currentSession: async () => state.session,
  refreshSession: async () => {
    state.rereads += 1;
    return person(state.role);
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
  toasts.length = 0;
  state.rereads = 0;
});

describe('a guarded page', () => {
  it('leads visitors to sign in with path and query, and says so once however many loaders ask', async () => {
    state.session = { status: 'anonymous', user: null };
    const answers = await Promise.all([sentTo('/checkout?slot=2'), sentTo('/checkout?slot=2', 'user')]);
    expect(answers).toEqual(['/signin?next=%2Fcheckout%3Fslot%3D2', '/signin?next=%2Fcheckout%3Fslot%3D2']);
    expect(toasts).toMatchObject([{ title: 'Please sign in' }]);
  });

  it('leads who still has a second step to take to the page that asks for it, without that message', async () => {
    state.session = { status: 'second-step', user: null };
    expect(await sentTo('/account/orders')).toBe('/signin?next=%2Faccount%2Forders');
    expect(toasts).toEqual([]);
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
