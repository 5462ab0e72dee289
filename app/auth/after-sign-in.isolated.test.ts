import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, useToast } from '#app/ui/toast.ts';
import { afterSignIn } from './after-sign-in.ts';
import { storeRedirectPath } from './next-path.ts';

const person = vi.hoisted(() => ({ status: 'signed-in' }));

vi.mock('./session.ts', () => ({
  pageSession: { refreshSession: async () => ({ ...person, user: { id: 'u1', role: 'user' } }) },
}));

const navigate = vi.fn();
const isAt = (pathname: string) => vi.stubGlobal('location', { pathname });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  storeRedirectPath('/account');
});

afterEach(() => {
  vi.unstubAllGlobals();
  navigate.mockReset();
  dismissToast();
  person.status = 'signed-in';
});

describe('after a sign-in', () => {
  it.each(['/signin', '/auth/signin', '/callback', '/auth/callback'])(
    'navigates on from %s',
    async (page) => {
      isAt(page);
      await afterSignIn(navigate);
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/account', { replace: true });
    },
  );

  it('stays on a page opened meanwhile, and says so', async () => {
    isAt('/shop');
    await afterSignIn(navigate);
    expect(navigate).not.toHaveBeenCalled();
    expect(useToast.getState().current?.title).toBe('Welcome back!');
  });

  it('does not leave that page for the second step either', async () => {
    person.status = 'second-step';
    isAt('/shop');
    await afterSignIn(navigate);
    expect(navigate).not.toHaveBeenCalled();
  });
});
