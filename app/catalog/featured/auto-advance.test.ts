import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAutoAdvance } from './auto-advance.ts';

const advance = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  advance.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('carousel', () => {
  it('advances every 4 s', () => {
    startAutoAdvance(advance);
    vi.advanceTimersByTime(3999);
    expect(advance).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + 3 * 4000);
    expect(advance).toHaveBeenCalledTimes(4);
  });

  it('pauses while the pointer is over it', () => {
    const carousel = startAutoAdvance(advance);
    carousel.hold('pointer', true);
    vi.advanceTimersByTime(60_000);
    expect(advance).not.toHaveBeenCalled();
    carousel.hold('pointer', false);
    vi.advanceTimersByTime(4000);
    expect(advance).toHaveBeenCalledOnce();
  });

  it('pauses until both pointer and keyboard focus have left it', () => {
    const carousel = startAutoAdvance(advance);
    carousel.hold('pointer', true);
    carousel.hold('keyboard', true);
    carousel.hold('keyboard', false);
    vi.advanceTimersByTime(60_000);
    expect(advance).not.toHaveBeenCalled();
    carousel.hold('pointer', false);
    vi.advanceTimersByTime(4000);
    expect(advance).toHaveBeenCalledOnce();
  });

  it('focus without the keyboard does not pause it', () => {
    const carousel = startAutoAdvance(advance);
    vi.advanceTimersByTime(3000);
    carousel.hold('keyboard', false);
    vi.advanceTimersByTime(1000);
    expect(advance).toHaveBeenCalledOnce();
  });

  it('pauses for 5 s after manual use', () => {
    const carousel = startAutoAdvance(advance);
    vi.advanceTimersByTime(3900);
    carousel.used();
    vi.advanceTimersByTime(4999);
    expect(advance).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(advance).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(4000);
    expect(advance).toHaveBeenCalledTimes(2);
  });

  it('leaving it does not shorten the pause after manual use', () => {
    const carousel = startAutoAdvance(advance);
    carousel.hold('pointer', true);
    carousel.used();
    carousel.hold('pointer', false);
    vi.advanceTimersByTime(4999);
    expect(advance).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(advance).toHaveBeenCalledOnce();
  });

  it('ends when it is stopped', () => {
    startAutoAdvance(advance).stop();
    vi.advanceTimersByTime(60_000);
    expect(advance).not.toHaveBeenCalled();
  });
});
