import { Pause, Play } from 'lucide';
import type { ReactNode } from 'react';
import { uiWords } from '#app/messages/en/ui.ts';
import { useWords } from '#app/messages/use-words.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

type MarqueeProps = {
  /** Name of the region. */
  label: string;
  /** What runs through; it is drawn three times, so it carries its own gap at the end. */
  children: ReactNode;
  className?: string;
};

/** A strip that runs without end and can be stopped (WCAG 2.2.2), also without JavaScript. Give it a background. */
export function Marquee({ label, children, className }: MarqueeProps) {
  const t = useWords(uiWords);
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
        <Icon of={Pause} className="size-4 peer-checked:hidden" />
        <Icon of={Play} className="hidden size-4 peer-checked:block" />
      </label>
    </section>
  );
}
