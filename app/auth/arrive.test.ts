import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, useToast } from '#app/ui/toast.ts';
import { arrive } from './arrive.ts';
import { rememberWantedPath } from './post-auth-redirect.ts';

const person = vi.hoisted(() => ({ status: 'signed-in' }));

vi.mock('./session.ts', () => ({
  refreshSession: async () => ({ ...person, user: { id: 'u1', role: 'user' } }),
}));

const navigate = vi.fn();
const isAt = (pathname: string) => vi.stubGlobal('location', { pathname });

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
  rememberWantedPath('/account');
});

afterEach(() => {
  vi.unstubAllGlobals();
  navigate.mockReset();
  dismissToast();
  person.status = 'signed-in';
});

describe('M42 somebody whose sign-in is done', () => {
  it.each(['/signin', '/auth/signin', '/callback', '/auth/callback'])('goes on from %s', async (page) => {
    isAt(page);
    await arrive(navigate);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/account', { replace: true });
  });

  it('stays on the page that they have gone on to meanwhile, and is told', async () => {
    isAt('/shop');
    await arrive(navigate);
    expect(navigate).not.toHaveBeenCalled();
    expect(useToast.getState().current?.title).toBe('Welcome back!');
  });

  it('is not taken to the second step from there either', async () => {
    person.status = 'second-step';
    isAt('/shop');
    await arrive(navigate);
    expect(navigate).not.toHaveBeenCalled();
  });
});
