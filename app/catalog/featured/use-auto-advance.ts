import { useEffect, useEffectEvent, useRef } from 'react';
import { type AutoAdvance, startAutoAdvance } from './auto-advance.ts';

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

  useEffect(() => running.current?.hold('pause', paused), [paused]);

  return {
    hold: (reason, on) => running.current?.hold(reason, on),
    used: () => running.current?.used(),
  };
}
