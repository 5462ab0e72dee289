import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rotateBanners } from './rotation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function run(count: number, autoClose: number) {
  const onShow = vi.fn();
  const onClose = vi.fn();
  return { onShow, onClose, stop: rotateBanners({ count, autoClose, onShow, onClose }) };
}

describe('banner rotation', () => {
  it('cycles every 4 s and never closes by itself', () => {
    const { onShow, onClose, stop } = run(3, 0);
    vi.advanceTimersByTime(3999);
    expect(onShow).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + 4 * 4000);
    expect(onShow.mock.calls.flat()).toEqual([1, 2, 0, 1, 2]);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(onShow).toHaveBeenCalledTimes(5);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('advances in equal shares of the delay and then closes, once', () => {
    const { onShow, onClose } = run(4, 10_000);
    vi.advanceTimersByTime(9999);
    expect(onShow.mock.calls.flat()).toEqual([1, 2, 3]);
    expect(onClose).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(onShow).toHaveBeenCalledTimes(3);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('a single banner closes at the end of the delay, or stays', () => {
    const closing = run(1, 10_000);
    const staying = run(1, 0);
    vi.advanceTimersByTime(10_000);
    expect(closing.onClose).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(600_000);
    expect(staying.onClose).not.toHaveBeenCalled();
    expect(staying.onShow).not.toHaveBeenCalled();
  });
});
