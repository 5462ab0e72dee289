import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'brand' | 'tint' | 'success' | 'warning' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink',
  brand: 'bg-primary text-on-primary',
  tint: 'bg-tint text-on-tint',
  success: 'bg-success-tint text-success-text',
  warning: 'bg-warning-tint text-warning-text',
  danger: 'bg-danger-tint text-danger-text',
};

type BadgeProps = { tone?: BadgeTone; className?: string; children: ReactNode };

/** A short label. The text carries the meaning, never the color alone. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-field px-2 py-0.5 font-details font-semibold text-xs leading-5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
