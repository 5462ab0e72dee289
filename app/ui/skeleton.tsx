import { classes } from './classes.ts';

/** A loading placeholder; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-picture bg-sunken', className)} />;
}
