let ways = 0;

/** Does what may end in a session of this tab, which then knows by itself where its person goes. */
export async function comingIn<Result>(work: () => Promise<Result>): Promise<Result> {
  ways += 1;
  try {
    return await work();
  } finally {
    ways -= 1;
  }
}

/** Whether a sign-in of this tab is under way; a session that appears otherwise was begun in another tab. */
export function isComingIn(): boolean {
  return ways > 0;
}
