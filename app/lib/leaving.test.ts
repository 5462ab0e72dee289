import { expect, it } from 'vitest';
import { agreedToLeave, askBeforeLeaving, isAgreed, mayLeave } from './leaving.ts';

it('M07 M93 somebody may leave when nothing would be lost, or when they agree to every loss', async () => {
  expect(await mayLeave()).toBe(true);
  const answers = [true, false];
  const asked: string[] = [];
  const stops = answers.map((answer, index) =>
    askBeforeLeaving(async () => {
      asked.push(`question ${index}`);
      return answer;
    }),
  );
  expect(await mayLeave()).toBe(false);
  expect(asked).toEqual(['question 0', 'question 1']);
  stops[1]?.();
  expect(await mayLeave()).toBe(true);
  stops[0]?.();
  expect(await mayLeave()).toBe(true);
  expect(asked).toHaveLength(3);
});

it('M93 only a navigation that was agreed to counts as agreed', () => {
  expect([agreedToLeave, null, undefined, 'yes', {}].map(isAgreed)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
