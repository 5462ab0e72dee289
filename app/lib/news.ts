/**
 * Tells answers that are still news from those that are not, where the same is asked again before the answer is there.
 * @returns takes the next turn of asking; what that gives says, once the answer is there, whether it is news: no answer
 * to a later question has come before it.
 */
export function newsOnly(): () => () => boolean {
  let asked = 0;
  let answered = 0;
  return () => {
    asked += 1;
    const mine = asked;
    return () => {
      if (mine < answered) return false;
      answered = mine;
      return true;
    };
  };
}
