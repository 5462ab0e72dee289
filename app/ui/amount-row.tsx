import type { ReactNode } from 'react';

/** A label and its amount, for a `dl` of two columns. */
export function AmountRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-amount className="whitespace-nowrap text-end">
        {children}
      </dd>
    </>
  );
}
