/**
 * Tells the latest answer from outdated ones where the same question is asked again before an answer has come.
 * @returns registers a request; the function that it returns says, when the answer arrives, whether to use it: no answer
 * to a later request has arrived before it.
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
