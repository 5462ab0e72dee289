import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { rowAddress } from './office-stores.ts';

type RowLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  /** The row's store. */
  tenantId: string;
  /** Path of the row's page, with the list's query. */
  to: string;
  /** Part of the page, without the hash sign. */
  hash?: string;
};

/** A link to a row's page, which in the office of all stores opens in the row's store. */
export function RowLink({ tenantId, to, hash, state, preventScrollReset, ...link }: RowLinkProps) {
  const part = hash ? `#${hash}` : '';
  if (isAllStores()) return <a {...link} href={rowAddress(tenantId, to) + part} />;
  return <Link {...link} to={to + part} state={state} preventScrollReset={preventScrollReset ?? false} />;
}
