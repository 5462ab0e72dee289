/**
 * Detects outdated responses to repeated requests.
 * @returns a function that registers a request and returns a check: whether its response is still current, because no
 * later request has been answered
 */
export function latestOnly(): () => () => boolean {
  let requested = 0;
  let answered = 0;
  return () => {
    requested += 1;
    const request = requested;
    return () => {
      if (request < answered) return false;
      answered = request;
      return true;
    };
  };
}
