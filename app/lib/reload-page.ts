let reloading = false;

/** Reloads the page. Other reloads, such as React Router's, are blocked: see `useUnloadedPage`. */
export function reloadPage(): void {
  reloading = true;
  location.reload();
}

/** Whether `reloadPage` was called. */
export function isReloading(): boolean {
  return reloading;
}
