import type { Question } from '#app/content/faq.ts';
import { differences } from '../kit/edit/versions.ts';

type FaqForm = { questions: Question[] };

/** The answer by question; one that stands there twice counts once. */
const answers = ({ questions }: FaqForm) =>
  Object.fromEntries(questions.map(({ question, answer }) => [question, answer]));

/** Two versions of the questions and answers are told apart and put together question by question. */
export const faqCompare = {
  differences: (opened: FaqForm, mine: FaqForm, theirs: FaqForm) =>
    differences(answers(opened), answers(mine), answers(theirs)),

  /** Their questions in their order, with what is kept of mine: changed, taken away, or added at the end. */
  merged: (theirs: FaqForm, mine: FaqForm, kept: readonly string[]): FaqForm => {
    const [own, other] = [answers(mine), answers(theirs)];
    const stay = theirs.questions.flatMap(({ question, answer }) => {
      const counts = kept.includes(question) ? own[question] : answer;
      return counts === undefined ? [] : [{ question, answer: counts }];
    });
    const added = kept.flatMap((question) => {
      const answer = own[question];
      return answer === undefined || question in other ? [] : [{ question, answer }];
    });
    return { questions: [...stay, ...added] };
  },
};
