const key = 'souk-recovery';

/** Notes that this tab opened a reset link, so that the page still asks for a new password when it is loaded again. */
export function markRecovery(): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage the link's page works until it is left.
  }
}

/** Whether this tab opened a reset link and no new password was set since. */
export function isRecovering(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function endRecovery(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was noted either.
  }
}
