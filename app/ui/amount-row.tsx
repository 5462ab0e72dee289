import type { ReactNode } from 'react';

/** One line of a reckoning: what it is, and the amount at the end. For a `dl` of two columns. */
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
