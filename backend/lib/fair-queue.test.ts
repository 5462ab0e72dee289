import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue, QueueTimeout } from './fair-queue.ts';

const settings = { slots: 3, perClient: 2, patience: 5_000, longest: 100 };

function open() {
  const gates: (() => void)[] = [];
  const started: string[] = [];
  const work = (name: string) => () =>
    new Promise<string>((done) => {
      started.push(name);
      gates.push(() => done(name));
    });
  return { work, started, finishOne: () => gates.shift()?.() };
}

it('runs no more at once than it may, and of one client no more than its share', async () => {
  const queue = new FairQueue(settings);
  const { work, started } = open();
  for (let i = 0; i < 3; i += 1) queue.run('greedy', work(`greedy${i}`));
  queue.run('other', work('other0'));
  queue.run('third', work('third0'));
  expect(started).toEqual(['greedy0', 'greedy1', 'other0']);
});

it('lets clients take turns, however many one of them has waiting', async () => {
  const queue = new FairQueue({ ...settings, slots: 1, perClient: 1 });
  const { work, started, finishOne } = open();
  const greedy = Array.from({ length: 5 }, (_, i) => queue.run('greedy', work(`greedy${i}`)));
  queue.run('other', work('other'));
  finishOne();
  await greedy[0];
  finishOne();
  await greedy[1];
  expect(started).toEqual(['greedy0', 'greedy1', 'other']);
});

it('refuses what has waited too long, and what comes when too many wait', async () => {
  const queue = new FairQueue({ slots: 1, perClient: 1, patience: 20, longest: 1 });
  const { work, finishOne } = open();
  const first = queue.run('a', work('a'));
  const second = queue.run('b', work('b'));
  await expect(queue.run('c', work('c'))).rejects.toBeInstanceOf(QueueTimeout);
  await expect(second).rejects.toBeInstanceOf(QueueTimeout);
  finishOne();
  expect(await first).toBe('a');
});

it('forgets those who gave up waiting', async () => {
  const queue = new FairQueue({ ...settings, slots: 1 });
  const { work, started, finishOne } = open();
  const first = queue.run('a', work('first'));
  const gone = new AbortController();
  const second = queue.run('b', work('second'), gone.signal);
  const third = queue.run('c', work('third'));
  gone.abort(new Error('gave up'));
  await expect(second).rejects.toThrow('gave up');
  finishOne();
  await first;
  await delay(0);
  finishOne();
  expect(await third).toBe('third');
  expect(started).toEqual(['first', 'third']);
});
