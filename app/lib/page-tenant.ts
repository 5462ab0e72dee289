/** The tenant id that the server wrote on the page, for browser code outside React; '' where there is no page. */
export function pageTenant(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset.tenant ?? '');
}
