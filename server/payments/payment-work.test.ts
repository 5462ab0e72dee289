import type { SupabaseClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../app/lib/database.types.ts';
import { paymentWork } from './payment-work.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('rounds do not pile up while the provider takes its time', async () => {
  const answers: (() => void)[] = [];
  const updateDue = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const rpc = vi.fn(async () => ({ data: 0, error: null }));
  const admin = { rpc } as unknown as SupabaseClient<Database>;
  const stop = paymentWork(admin, { updateDue }, pino({ level: 'silent' }));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(updateDue).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rpc).toHaveBeenCalledTimes(1);
  expect(updateDue).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(updateDue).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await stop();
});
