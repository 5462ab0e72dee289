import { classes } from './classes.ts';

/** A quiet placeholder; give it the size of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('animate-pulse rounded-picture bg-sunken', className)} />;
}
