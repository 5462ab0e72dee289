import { type MiddlewareFunction, redirectDocument } from 'react-router';
import { splitLanguage } from '#app/i18n/languages.ts';
import { isOfficePage, splitOffice } from '#app/lib/office-address.ts';
import { pageOffice } from '#app/lib/page-tenant.ts';

/**
 * Client middleware of the root: the document of another store's office holds that store's office alone. The server
 * leads from other pages to where they are.
 */
export const leaveOffice: MiddlewareFunction = ({ request }, next) => {
  const { pathname } = new URL(request.url);
  if (pageOffice() === undefined || isOfficePage(splitOffice(splitLanguage(pathname).path).path))
    return next();
  throw redirectDocument(request.url);
};
