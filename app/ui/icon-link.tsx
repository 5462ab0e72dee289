import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { classes } from './classes.ts';

/** Styles of the round controls in the header. */
export const iconControl =
  'relative grid size-11 place-items-center rounded-control text-ink hover:bg-sunken';

type IconLinkProps = { to: string; label: string; icon: LucideIcon; count?: number; className?: string };

/** An icon link with a badge when `count` is above 0. */
export function IconLink({ to, label, icon: Icon, count = 0, className }: IconLinkProps) {
  return (
    <Link to={to} aria-label={label} className={classes(iconControl, className)}>
      <Icon className="size-5.5" />
      {count > 0 ? <Count>{count}</Count> : null}
    </Link>
  );
}

/**
 * The badge of an icon. Drawn with CSS content, because an accessible name must contain all visible text (WCAG 2.5.3);
 * the control's accessible name includes the number.
 */
export function Count({ children }: { children: number }) {
  return (
    <span
      aria-hidden="true"
      data-count={children > 99 ? '99+' : children}
      className="absolute end-0.5 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 font-details font-semibold text-xs text-on-primary tabular-nums leading-none before:content-[attr(data-count)]"
    />
  );
}
