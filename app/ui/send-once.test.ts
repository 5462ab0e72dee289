import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackendError } from '#app/lib/backend-error.ts';
import { refusalMessage } from '#app/lib/refusal.ts';
import { sendOnce } from './send-once.ts';
import { useToast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const noAnswer = () => new BackendError({ message: 'TypeError: Failed to fetch' }, 0);

/** A fake `send` that returns these answers in order and repeats the last. */
function sender(...answers: (string | Error)[]) {
  const ids: string[] = [];
  const send = async (id: string) => {
    const answer = answers[Math.min(ids.length, answers.length - 1)] ?? '';
    ids.push(id);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { ids, send };
}

it('a change whose response is lost is sent again with the same id, and its outcome is reported', async () => {
  const { ids, send } = sender(noAnswer(), new BackendError({ message: 'Bad gateway' }, 502), 'saved');
  const outcome = sendOnce('one', send);
  await vi.advanceTimersByTimeAsync(0);
  expect(useToast.getState().current?.description).toMatch(/do not know yet whether this was saved/);
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('saved');
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

it('a response that never comes is requested again', async () => {
  const ids: string[] = [];
  const outcome = sendOnce('two', (id) => {
    ids.push(id);
    return ids.length === 1 ? new Promise<string>(() => {}) : Promise.resolve('saved');
  });
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('saved');
  expect(new Set(ids).size).toBe(1);
});

it('a change with an unknown outcome keeps its id for the next try, and reports that it counts only once', async () => {
  const first = sender(noAnswer());
  const failed = sendOnce('three', first.send).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(refusalMessage(await failed)).toMatch(/counts only once/);
  const other = sender('saved');
  await sendOnce('four', other.send);
  expect(other.ids).not.toContain(first.ids[0]);
  const again = sender('saved');
  await sendOnce('three', again.send);
  expect(again.ids).toEqual([first.ids[0]]);
  const next = sender('saved');
  await sendOnce('three', next.send);
  expect(next.ids).not.toContain(first.ids[0]);
});

it('a refusal is an outcome and is reported at once', async () => {
  const refusal = new BackendError({ message: 'No.', code: 'P0001', details: 'staff_only' }, 400);
  const { ids, send } = sender(refusal);
  await expect(sendOnce('five', send)).rejects.toBe(refusal);
  expect(ids).toHaveLength(1);
});
