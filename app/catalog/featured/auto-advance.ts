/** Milliseconds between two steps of the carousel, and its pause after somebody moved it (spec section 9). */
export const advanceEvery = 4000;
export const pauseAfterUse = 5000;

/** What somebody may be at the carousel with, or their wish that it stays where it is. */
export type Attention = 'pointer' | 'keyboard' | 'pause';

export interface AutoAdvance {
  /** Somebody points at it, is in it with the keyboard or paused it, or not any more. */
  attend(by: Attention, on: boolean): void;
  /** Somebody moved it by hand. */
  used(): void;
  stop(): void;
}

/**
 * Calls `advance` every 4 s, but not while somebody is at the carousel nor within 5 s of being moved by hand (spec
 * section 4).
 */
export function startAutoAdvance(advance: () => void): AutoAdvance {
  const attended = new Set<Attention>();
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        if (attended.size === 0) advance();
        wait();
      },
      Math.max(advanceEvery, pausedUntil - Date.now()),
    );
  };
  wait();
  return {
    attend(by, on) {
      if (on) attended.add(by);
      else if (attended.delete(by)) wait();
    },
    used() {
      pausedUntil = Date.now() + pauseAfterUse;
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}
