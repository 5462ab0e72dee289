let reloading = false;

/** Reloads the page. Elsewhere `location.reload()` is React Router's alone, and refused: see `useUnloadedPage`. */
export function reloadPage(): void {
  reloading = true;
  location.reload();
}

/** Whether the store itself has asked for a reload. */
export function isReloading(): boolean {
  return reloading;
}
