/** The tenant id of the page, for browser code outside React; '' without a document. */
export function pageTenant(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.tenant ?? '');
}

/** The tenant id of the page's host, with which people sign in; another one than the page's in the office of another store. */
export function hostTenant(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.hostTenant ?? pageTenant());
}

/** The store in the address of an office page, or `all`; undefined in the office of the host's store, and in stores. */
export function pageOffice(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset.office;
}

/** URL and publishable key of the backend, from attributes of the root element. */
export function pageBackend(): { url: string; key: string } {
  const { backendUrl, backendKey } = document.documentElement.dataset;
  return { url: backendUrl || location.origin, key: backendKey ?? '' };
}
