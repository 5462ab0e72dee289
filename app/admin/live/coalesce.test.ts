import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a message on two topics is read once, and so is the next one', () => {
  const { request, end } = coalesce(200);
  const read = vi.fn();
  request(read);
  request(read);
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledOnce();
  request(read);
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledTimes(2);
  request(read);
  end();
  vi.advanceTimersByTime(200);
  expect(read).toHaveBeenCalledTimes(2);
});
