/** Milliseconds between two steps of the carousel, and its pause after somebody moved it (spec section 9). */
export const advanceEvery = 4000;
export const pauseAfterUse = 5000;

export interface AutoAdvance {
  /** Somebody points at it, or not any more. */
  hover(on: boolean): void;
  /** Somebody moved it by hand. */
  used(): void;
  stop(): void;
}

/**
 * Calls `advance` every 4 s, but not while somebody points at the carousel nor within 5 s of being moved by hand
 * (spec section 4).
 */
export function startAutoAdvance(advance: () => void): AutoAdvance {
  let hovered = false;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        if (!hovered) advance();
        wait();
      },
      Math.max(advanceEvery, pausedUntil - Date.now()),
    );
  };
  wait();
  return {
    hover(on) {
      hovered = on;
      if (!on) wait();
    },
    used() {
      pausedUntil = Date.now() + pauseAfterUse;
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}
