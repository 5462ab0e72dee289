import { beforeEach, expect, it, vi } from 'vitest';

const auth = vi.hoisted(() => ({
  verifyOtp: vi.fn(),
  exchangeCodeForSession: vi.fn(),
  getUser: vi.fn(async () => ({ data: { user: null } })),
}));
vi.mock('#app/lib/supabase-browser.ts', () => ({ loadSupabase: async () => ({ auth }) }));
vi.mock('#app/lib/page-tenant.ts', () => ({ pageTenant: () => 'inkthread' }));

const { openEmailLink } = await import('./account-data.ts');

const unreachable = { name: 'AuthRetryableFetchError', message: 'Failed to fetch' };
const spent = { name: 'AuthApiError', code: 'otp_expired' };
const token = new URLSearchParams('token_hash=abc');
const code = new URLSearchParams('code=c-1');

beforeEach(() => vi.clearAllMocks());

it('the link for a new address stays usable while the service cannot be reached', async () => {
  auth.verifyOtp.mockResolvedValue({ data: {}, error: unreachable });
  auth.exchangeCodeForSession.mockResolvedValue({ data: {}, error: unreachable });
  await expect(openEmailLink(token)).rejects.toBe(unreachable);
  await expect(openEmailLink(code)).rejects.toBe(unreachable);
});

it('the link for a new address reports whether it is used up, the first of two, or the last', async () => {
  auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: spent });
  expect(await openEmailLink(token)).toBe('expired');
  auth.verifyOtp.mockResolvedValueOnce({ data: { session: null }, error: null });
  expect(await openEmailLink(token)).toBe('half');
  auth.verifyOtp.mockResolvedValueOnce({ data: { session: {} }, error: null });
  expect(await openEmailLink(token)).toBe('changed');
  // A code is useless in another browser.
  auth.exchangeCodeForSession.mockResolvedValueOnce({ data: {}, error: spent });
  expect(await openEmailLink(code)).toBe('changed');
  expect(await openEmailLink(new URLSearchParams('error_code=otp_expired'))).toBe('expired');
  expect(await openEmailLink(new URLSearchParams('message=first'))).toBe('half');
  expect(await openEmailLink(new URLSearchParams())).toBeNull();
});
