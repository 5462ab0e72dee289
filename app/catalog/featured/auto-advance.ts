import { useEffect, useEffectEvent, useRef } from 'react';

/** Interval of the carousel and its pause after manual use, in milliseconds (docs/product.md, Featured products). */
const advanceEvery = 4000;
const pauseAfterUse = 5000;

/** What keeps the carousel from advancing: a pointer over it, keyboard focus, or the pause button. */
type HoldReason = 'pointer' | 'keyboard' | 'pause';

interface AutoAdvance {
  /** Starts or ends holding the carousel for a reason. */
  hold(reason: HoldReason, on: boolean): void;
  /** Restarts the pause after manual use. */
  used(): void;
  stop(): void;
}

/** Calls `advance` every 4 s, except while held or within 5 s of manual use (docs/product.md, Featured products). */
export function startAutoAdvance(advance: () => void): AutoAdvance {
  const activeReasons = new Set<HoldReason>();
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        if (activeReasons.size === 0) advance();
        wait();
      },
      Math.max(advanceEvery, pausedUntil - Date.now()),
    );
  };
  wait();
  return {
    hold(reason, on) {
      if (on) activeReasons.add(reason);
      else if (activeReasons.delete(reason)) wait();
    },
    used() {
      pausedUntil = Date.now() + pauseAfterUse;
      wait();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Advances a carousel while the page is visible; never with reduced motion. `paused` is the state of the pause button.
 */
export function useAutoAdvance(paused: boolean, advance: () => void): Pick<AutoAdvance, 'hold' | 'used'> {
  const running = useRef<AutoAdvance | null>(null);
  const step = useEffectEvent(() => {
    if (document.visibilityState === 'visible') advance();
  });

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const advancing = startAutoAdvance(() => step());
    running.current = advancing;
    return () => {
      advancing.stop();
      running.current = null;
    };
  }, []);

  useEffect(() => {
    running.current?.hold('pause', paused);
  }, [paused]);

  return {
    hold: (reason, on) => running.current?.hold(reason, on),
    used: () => running.current?.used(),
  };
}
