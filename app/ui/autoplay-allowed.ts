/** Returns whether videos may autoplay: not with reduced motion or data saving. */
export function autoplayAllowed(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true;
  return !savesData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
