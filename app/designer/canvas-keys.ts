import type { Design, DesignElement } from './design.ts';
import { changed, restacked, withCopy, without } from './design-edits.ts';

/** What a key press on the design area does. */
export type CanvasAction =
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'leave' }
  | {
      readonly type: 'edit';
      readonly edit: (design: Design) => Design;
      readonly go: string;
      readonly selects?: string | null;
    };

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Half a centimetre, or with Shift a tenth of one. */
const stepOf = ({ shiftKey }: Press): number => (shiftKey ? 0.1 : 0.5);

/** The act of a key press while an element is selected, or none; null when the key is not ours. */
export function canvasAction(
  press: Press,
  element: DesignElement | undefined,
  newId: () => string,
): CanvasAction | null {
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) {
    if (key === 'z') return { type: press.shiftKey ? 'redo' : 'undo' };
    if (key === 'y') return { type: 'redo' };
    if (key !== 'd' || !element) return null;
    const copy = newId();
    return {
      type: 'edit',
      go: `copy ${copy}`,
      edit: (design) => withCopy(design, element.id, copy),
      selects: copy,
    };
  }
  if (!element) return null;
  const { id, x, y, rotation } = element;
  const to = (change: Parameters<typeof changed>[2], go: string): CanvasAction => ({
    type: 'edit',
    go: `${go} ${id}`,
    edit: (design) => changed(design, id, change),
  });
  const way = WAYS[press.key];
  if (way) return to({ x: x + way[0] * stepOf(press), y: y + way[1] * stepOf(press) }, 'nudge');
  switch (press.key) {
    case 'Escape':
      return { type: 'leave' };
    case 'Delete':
    case 'Backspace':
      return { type: 'edit', go: `remove ${id}`, edit: (design) => without(design, id), selects: null };
    case '+':
    case '=':
      return to(grown(element, 1.05), 'resize');
    case '-':
    case '_':
      return to(grown(element, 1 / 1.05), 'resize');
    case ',':
    case '<':
      return to({ rotation: rotation - (press.shiftKey ? 1 : 5) }, 'turn');
    case '.':
    case '>':
      return to({ rotation: rotation + (press.shiftKey ? 1 : 5) }, 'turn');
    case '[':
      return { type: 'edit', go: `stack ${id}`, edit: (design) => restacked(design, id, -1) };
    case ']':
      return { type: 'edit', go: `stack ${id}`, edit: (design) => restacked(design, id, 1) };
    default:
      return null;
  }
}

const grown = (element: DesignElement, factor: number) =>
  element.kind === 'text'
    ? { size: element.size * factor }
    : { width: element.width * factor, height: element.height * factor };
