import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { allStores } from '#app/lib/office-address.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { pageInOffice } from '../ui/office-stores.ts';

type OfficeLinkProps = {
  /** Undefined for the office of all stores. */
  tenantId: string | undefined;
  /** Such as `/admin/orders?queue=to_pack`. */
  path: string;
  className?: string;
  'aria-label'?: string;
  children: ReactNode;
};

/** A link to a page of a store's office, or of that of all stores; leaving this office loads a document. */
export function OfficeLink({ tenantId = allStores, path, ...rest }: OfficeLinkProps) {
  const here = isAllStores() ? allStores : pageTenant();
  return tenantId === here ? (
    <Link to={path} {...rest} />
  ) : (
    <a href={pageInOffice(tenantId, path)} {...rest} />
  );
}
