import { classes } from './classes.ts';

/** The brand's ornament as a background; the parent is `relative isolate`. */
export function Ornament({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('ornament absolute inset-0 -z-10', className)} />;
}
