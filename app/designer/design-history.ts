import type { Design } from './design.ts';

/** A design with its undo and redo steps. */
export interface History {
  readonly past: readonly Design[];
  readonly present: Design;
  readonly future: readonly Design[];
  /**
   * Undo group of the last change; consecutive changes of one group, such as typing a word, are undone
   * together.
   */
  readonly group: string | null;
}

export type HistoryStep =
  | { readonly type: 'change'; readonly to: Design; readonly group?: string }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

const maxSteps = 100;

/** Returns a history with nothing to undo. */
export const newHistory = (design: Design): History => ({
  past: [],
  present: design,
  future: [],
  group: null,
});

/** Applies a step; returns the same object when nothing changes. */
export function historyAfter(history: History, step: HistoryStep): History {
  const { past, present, future, group } = history;
  switch (step.type) {
    case 'change': {
      if (step.to === present) return history;
      const sameGroup = step.group !== undefined && step.group === group && past.length > 0;
      return {
        past: sameGroup ? past : [...past, present].slice(-maxSteps),
        present: step.to,
        future: [],
        group: step.group ?? null,
      };
    }
    case 'undo': {
      const previous = past.at(-1);
      if (!previous) return history;
      return { past: past.slice(0, -1), present: previous, future: [present, ...future], group: null };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (!next) return history;
      return { past: [...past, present], present: next, future: rest, group: null };
    }
  }
}
