import { expect, it } from 'vitest';
import {
  addNavigationBlocker,
  confirmedNavigation,
  confirmNavigation,
  isConfirmed,
} from './navigation-blocker.ts';

it('code may navigate when nothing is unsaved, or when every confirmation is accepted', async () => {
  expect(await confirmNavigation()).toBe(true);
  const answers = [true, false];
  const calls: string[] = [];
  const stops = answers.map((answer, index) =>
    addNavigationBlocker(async () => {
      calls.push(`question ${index}`);
      return answer;
    }),
  );
  expect(await confirmNavigation()).toBe(false);
  expect(calls).toEqual(['question 0', 'question 1']);
  stops[1]?.();
  expect(await confirmNavigation()).toBe(true);
  stops[0]?.();
  expect(await confirmNavigation()).toBe(true);
  expect(calls).toHaveLength(3);
});

it('only a navigation with the confirmed state counts as confirmed', () => {
  expect([confirmedNavigation, null, undefined, 'yes', {}].map(isConfirmed)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
