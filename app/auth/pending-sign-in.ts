let pending = 0;

/** Runs a request that may sign somebody in, and counts it as pending until it has ended. */
export async function trackSignIn<Result>(request: () => Promise<Result>): Promise<Result> {
  pending += 1;
  try {
    return await request();
  } finally {
    pending -= 1;
  }
}

/** Whether this tab is signing in. A session that appears otherwise comes from another tab. */
export function isSignInPending(): boolean {
  return pending > 0;
}
