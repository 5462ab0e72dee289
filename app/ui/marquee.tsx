import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from '#app/i18n/texts/ui.ts';
import { classes } from './classes.ts';

type MarqueeProps = {
  /** Accessible name of the region. */
  label: string;
  /** Content; rendered three times, so it includes its trailing gap. */
  children: ReactNode;
  className?: string;
};

/** An endless marquee that can be paused (WCAG 2.2.2), also without JavaScript. Give it a background. */
export function Marquee({ label, children, className }: MarqueeProps) {
  const t = uiTexts();
  return (
    <section aria-label={label} className={classes('relative overflow-hidden', className)}>
      <div className="marquee-track flex w-max">
        {children}
        <div aria-hidden="true" className="flex">
          {children}
          {children}
        </div>
      </div>
      <label className="absolute inset-y-0 end-0 grid w-11 cursor-pointer place-items-center bg-inherit has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 motion-reduce:hidden">
        <input type="checkbox" aria-label={t('pauseMotion')} className="peer sr-only" />
        <Pause className="size-4 peer-checked:hidden" />
        <Play className="hidden size-4 peer-checked:block" />
      </label>
    </section>
  );
}
