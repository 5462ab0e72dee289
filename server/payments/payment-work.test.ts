import { createClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { paymentWork } from './payment-work.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('runs do not pile up while the provider is slow', async () => {
  const answers: (() => void)[] = [];
  const updateDue = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const asked: string[] = [];
  const job = { id: 1, kind: 'settle_payments', key: 'recurring', payload: {}, attempt: 1, max_attempts: 20 };
  const admin = createClient<Database>('http://backend.test', 'the secret key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input) => {
        const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
        asked.push(name);
        if (name === 'take_jobs') return Response.json([{ ...job, tenant_id: null }]);
        return name === 'release_expired_reservations'
          ? Response.json(0)
          : new Response(null, { status: 204 });
      },
    },
  });
  const stop = paymentWork({
    admin,
    payments: { refunds: {}, updateDue },
    reports: { compareDue: async () => {} },
    log: pino({ level: 'silent' }),
  });
  const released = () => asked.filter((name) => name === 'release_expired_reservations').length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(updateDue).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(released()).toBe(1);
  expect(asked).toContain('finish_jobs');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(updateDue).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await stop();
});
