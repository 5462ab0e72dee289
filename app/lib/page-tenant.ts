/** The tenant id of the page, for browser code outside React; '' without a document. */
export function pageTenant(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.tenant ?? '');
}

/** URL and publishable key of the backend, from attributes of the root element. */
export function pageBackend(): { url: string; key: string } {
  const { backendUrl, backendKey } = document.documentElement.dataset;
  return { url: backendUrl || location.origin, key: backendKey ?? '' };
}
