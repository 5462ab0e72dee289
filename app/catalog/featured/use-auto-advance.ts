import { useEffect, useEffectEvent, useRef } from 'react';
import { type AutoAdvance, startAutoAdvance } from './auto-advance.ts';

/**
 * Advances a carousel by itself while its page is looked at; never for people who ask for reduced motion. `paused` is
 * the person's own choice. What is returned takes note of who is at it, and of use.
 */
export function useAutoAdvance(paused: boolean, advance: () => void): Pick<AutoAdvance, 'attend' | 'used'> {
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

  useEffect(() => running.current?.attend('pause', paused), [paused]);

  return {
    attend: (by, on) => running.current?.attend(by, on),
    used: () => running.current?.used(),
  };
}
