import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from '#app/lib/supabase-client.ts';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Answers of the sign-in service in order; the last one repeats. */
let answers: (number | 'offline')[];
let refreshes: number[];
let page: EventTarget & { visibilityState: string };
let opened = 0;
let key = '';

function storedSession(secondsLeft: number) {
  const expires_at = Math.floor(Date.now() / 1000) + secondsLeft;
  const access_token = `${base64({ alg: 'ES256' })}.${base64({ sub: 'u1', exp: expires_at })}.sig`;
  const user = {
    id: 'u1',
    aud: 'authenticated',
    email: 'mona@example.com',
    user_metadata: {},
    app_metadata: {},
  };
  return { access_token, refresh_token: 'r0', token_type: 'bearer', expires_in: 3600, expires_at, user };
}

/** A tab with a session that expires in `secondsLeft`. */
function openTab(secondsLeft: number) {
  opened += 1;
  key = `souk-session-${opened}`;
  localStorage.setItem(key, JSON.stringify(storedSession(secondsLeft)));
  return makeClient({ url: 'http://store.test', key: 'key', storageKey: key });
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  // The client logs every failed refresh.
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  answers = [200];
  refreshes = [];
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', page);
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('fetch', async (address: string) => {
    if (!String(address).includes('grant_type=refresh_token')) throw new Error(`Unexpected ${address}`);
    refreshes.push(Date.now());
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const body = answer === 200 ? storedSession(3600) : { message: 'no' };
    return new Response(JSON.stringify(body), {
      status: answer ?? 200,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the access token', () => {
  it('is refreshed by itself when 90 seconds are left, and not before', async () => {
    const { auth } = openTab(300);
    await seconds(150);
    expect(refreshes).toHaveLength(0);
    await seconds(60);
    expect(refreshes).toHaveLength(1);
    await seconds(600);
    expect(refreshes).toHaveLength(1);
    await auth.stopAutoRefresh();
  });

  it('is refreshed before use when less than 90 seconds are left', async () => {
    const { auth } = openTab(89);
    const { data } = await auth.getSession();
    expect(refreshes).toHaveLength(1);
    expect((data.session?.expires_at ?? 0) * 1000).toBe(Date.now() + 3_600_000);
    await auth.stopAutoRefresh();
  });

  it('is left alone in a hidden tab and refreshed as soon as the tab is visible again', async () => {
    const { auth } = openTab(300);
    await seconds(1);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    await seconds(900);
    expect(refreshes).toHaveLength(0);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await seconds(1);
    expect(refreshes).toHaveLength(1);
    await auth.stopAutoRefresh();
  });
});

describe('a sign-in service that does not answer', () => {
  it.each([502, 503, 504, 'offline'] as const)(
    '(%s) is asked again after 200, 400, 800 ms',
    async (failure) => {
      answers = [failure, failure, failure, 200];
      const { auth } = openTab(10);
      const pendingSession = auth.getSession();
      await seconds(5);
      expect((await pendingSession).data.session?.user.id).toBe('u1');
      const first = refreshes[0] ?? 0;
      expect(refreshes.map((time) => time - first)).toEqual([0, 200, 600, 1400]);
      await auth.stopAutoRefresh();
    },
  );

  it('is given up on after at most 30 seconds, without signing anybody out', async () => {
    answers = [503];
    const { auth } = openTab(10);
    const pendingSession = auth.getSession();
    await seconds(30);
    const { data, error } = await pendingSession;
    expect(data.session).toBeNull();
    expect(error?.name).toBe('AuthRetryableFetchError');
    expect((refreshes.at(-1) ?? 0) - (refreshes[0] ?? 0)).toBeLessThan(30_000);
    expect(localStorage.getItem(key)).toContain('"r0"');
    answers = [200];
    await seconds(120);
    expect((await auth.getSession()).data.session?.user.id).toBe('u1');
    await auth.stopAutoRefresh();
  });

  it('ends the session when it rejects it, without a retry', async () => {
    answers = [400];
    const { auth } = openTab(-10);
    const { data } = await auth.getSession();
    expect(data.session).toBeNull();
    expect(refreshes).toHaveLength(1);
    expect(localStorage.getItem(key)).toBeNull();
    await auth.stopAutoRefresh();
  });
});

it('a clock two hours ahead of the server does not refresh the session with every request', async () => {
  const { auth } = openTab(10);
  vi.setSystemTime(Date.now() + 7_200_000);
  const server = Math.floor(Date.now() / 1000) - 7_200 + 3600;
  vi.stubGlobal('fetch', async () => {
    refreshes.push(Date.now());
    return Response.json({ ...storedSession(3600), expires_at: server });
  });
  for (let times = 0; times < 3; times += 1) expect((await auth.getSession()).data.session).not.toBeNull();
  expect(refreshes).toHaveLength(1);
  await auth.stopAutoRefresh();
});
