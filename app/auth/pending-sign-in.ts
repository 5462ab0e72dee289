let pending = 0;

/** Runs a request that may sign somebody in, and marks a sign-in as pending until it ends. */
export async function trackSignIn<Result>(request: () => Promise<Result>): Promise<Result> {
  pending += 1;
  try {
    return await request();
  } finally {
    pending -= 1;
  }
}

/** Whether this tab is signing in; a session that appears otherwise comes from another tab. */
export function isSignInPending(): boolean {
  return pending > 0;
}
