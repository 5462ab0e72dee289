import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a message that is told on two topics is read once, and the next one again', () => {
  const { ask, end } = coalesce(200);
  const read = vi.fn();
  ask(read);
  ask(read);
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledOnce();
  ask(read);
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledTimes(2);
  ask(read);
  end();
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledTimes(2);
});
