import type { ReactNode } from 'react';

/** A page heading with its tabs or views beside it. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 md:min-h-11">
      <h1 className="text-heading leading-tight">{title}</h1>
      {children}
    </div>
  );
}
