import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue, QueueTimeout } from './fair-queue.ts';

const settings = { slots: 3, perClient: 2, maxWait: 5_000, maxLength: 100 };

function open() {
  const gates: (() => void)[] = [];
  const started: string[] = [];
  let over = false;
  const work = (name: string) => () =>
    new Promise<string>((done) => {
      started.push(name);
      if (over) done(name);
      else gates.push(() => done(name));
    });
  /** Leaves no task waiting for a turn that never comes. */
  const finishAll = (all: Promise<unknown>[]) => {
    over = true;
    for (const gate of gates) gate();
    return Promise.all(all);
  };
  return { work, started, finishOne: () => gates.shift()?.(), finishAll };
}

it('limits concurrency in total and per client', async () => {
  const queue = new FairQueue(settings);
  const { work, started, finishAll } = open();
  const greedy = Array.from({ length: 3 }, (_, i) => queue.run('greedy', work(`greedy${i}`)));
  const others = ['other', 'third'].map((name) => queue.run(name, work(`${name}0`)));
  expect(started).toEqual(['greedy0', 'greedy1', 'other0']);
  await finishAll([...greedy, ...others]);
});

it('lets clients take turns, however long the queue of one of them', async () => {
  const queue = new FairQueue({ ...settings, slots: 1, perClient: 1 });
  const { work, started, finishOne, finishAll } = open();
  const greedy = Array.from({ length: 5 }, (_, i) => queue.run('greedy', work(`greedy${i}`)));
  const other = queue.run('other', work('other'));
  finishOne();
  await greedy[0];
  finishOne();
  await greedy[1];
  expect(started).toEqual(['greedy0', 'greedy1', 'other']);
  await finishAll([...greedy, other]);
});

it('rejects tasks that waited too long, and tasks beyond the queue’s length', async () => {
  const queue = new FairQueue({ slots: 1, perClient: 1, maxWait: 20, maxLength: 1 });
  const { work, finishOne } = open();
  const first = queue.run('a', work('a'));
  const second = queue.run('b', work('b'));
  await expect(queue.run('c', work('c'))).rejects.toBeInstanceOf(QueueTimeout);
  await expect(second).rejects.toBeInstanceOf(QueueTimeout);
  finishOne();
  expect(await first).toBe('a');
});

it('removes aborted tasks', async () => {
  const queue = new FairQueue({ ...settings, slots: 1 });
  const { work, started, finishOne } = open();
  const first = queue.run('a', work('first'));
  const aborted = new AbortController();
  const second = queue.run('b', work('second'), aborted.signal);
  const third = queue.run('c', work('third'));
  aborted.abort(new Error('gave up'));
  await expect(second).rejects.toThrow('gave up');
  finishOne();
  await first;
  await delay(0);
  finishOne();
  expect(await third).toBe('third');
  expect(started).toEqual(['first', 'third']);
});
