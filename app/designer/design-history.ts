import type { Design } from './design.ts';

/** A design with its way back and forth. */
export interface History {
  readonly past: readonly Design[];
  readonly present: Design;
  readonly future: readonly Design[];
  /** What the last change was part of: changes of one go, such as typing a word, are undone together. */
  readonly go: string | null;
}

export type HistoryStep =
  | { readonly type: 'change'; readonly to: Design; readonly go?: string }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'open'; readonly design: Design };

const longest = 100;

/** A design that has just been opened: nothing to undo. */
export const opened = (design: Design): History => ({ past: [], present: design, future: [], go: null });

/** The history after a step. A step that changes nothing gives the very same history. */
export function historyAfter(history: History, step: HistoryStep): History {
  const { past, present, future, go } = history;
  switch (step.type) {
    case 'open':
      return opened(step.design);
    case 'change': {
      if (step.to === present) return history;
      const same = step.go !== undefined && step.go === go && past.length > 0;
      return {
        past: same ? past : [...past, present].slice(-longest),
        present: step.to,
        future: [],
        go: step.go ?? null,
      };
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return history;
      return { past: past.slice(0, -1), present: before, future: [present, ...future], go: null };
    }
    case 'redo': {
      const [after, ...rest] = future;
      if (!after) return history;
      return { past: [...past, present], present: after, future: rest, go: null };
    }
  }
}
