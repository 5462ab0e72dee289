import type { ReactNode } from 'react';
import { classes } from '#app/ui/classes.ts';

type ListHeadProps = { title: string; children?: ReactNode; className?: string };

/** A page heading with its tabs or views beside it. */
export function ListHead({ title, children, className }: ListHeadProps) {
  return (
    <div className={classes('flex flex-wrap items-center gap-x-5 gap-y-1 md:min-h-11', className)}>
      <h1 className="text-heading leading-tight">{title}</h1>
      {children}
    </div>
  );
}
