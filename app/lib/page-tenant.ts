/** The tenant id of the page, for browser code outside React; '' without a document. */
export function pageTenant(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.tenant ?? '');
}
