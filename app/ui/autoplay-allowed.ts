/** Whether moving pictures may start by themselves: not for people who ask for less motion or less data. */
export function autoplayAllowed(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true;
  return !savesData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
