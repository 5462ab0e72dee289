import { type MiddlewareFunction, redirectDocument } from 'react-router';
import { pageOffice } from '#app/lib/page-tenant.ts';

/**
 * Client middleware of the root: the document of another store's office holds that store's office alone. The server
 * leads from other pages to where they are.
 */
export const leaveOffice: MiddlewareFunction = ({ request }, next) => {
  if (pageOffice() === undefined || /\/stores\/[^/]+\/admin(?=\/|$)/.test(new URL(request.url).pathname))
    return next();
  throw redirectDocument(request.url);
};
