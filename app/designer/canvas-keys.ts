import type { Design, DesignElement } from './design.ts';
import { moveLayer, scaled, updateElement, withCopy, without } from './design-edits.ts';

/** The effect of a key press on the design area. */
type CanvasAction =
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'leave' }
  | {
      readonly type: 'edit';
      readonly edit: (design: Design) => Design;
      readonly group: string;
      readonly selects?: string | null;
    };

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the nudge distance in centimeters: 0.5, or 0.1 with Shift. */
const stepOf = ({ shiftKey }: Press): number => (shiftKey ? 0.1 : 0.5);

/**
 * Returns the action for a key press on the canvas, with or without a selected element; null when the key is
 * not handled.
 */
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
      group: `copy ${copy}`,
      edit: (design) => withCopy(design, element.id, copy),
      selects: copy,
    };
  }
  if (!element) return null;
  const { id, x, y, rotation } = element;
  const edit = (change: Parameters<typeof updateElement>[2], name: string): CanvasAction => ({
    type: 'edit',
    group: `${name} ${id}`,
    edit: (design) => updateElement(design, id, change),
  });
  const direction = DIRECTIONS[press.key];
  if (direction)
    return edit({ x: x + direction[0] * stepOf(press), y: y + direction[1] * stepOf(press) }, 'nudge');
  switch (press.key) {
    case 'Escape':
      return { type: 'leave' };
    case 'Delete':
    case 'Backspace':
      return { type: 'edit', group: `remove ${id}`, edit: (design) => without(design, id), selects: null };
    case '+':
    case '=':
      return edit(scaled(element, 1.05), 'resize');
    case '-':
    case '_':
      return edit(scaled(element, 1 / 1.05), 'resize');
    case ',':
    case '<':
      return edit({ rotation: rotation - (press.shiftKey ? 1 : 5) }, 'turn');
    case '.':
    case '>':
      return edit({ rotation: rotation + (press.shiftKey ? 1 : 5) }, 'turn');
    case '[':
      return { type: 'edit', group: `stack ${id}`, edit: (design) => moveLayer(design, id, -1) };
    case ']':
      return { type: 'edit', group: `stack ${id}`, edit: (design) => moveLayer(design, id, 1) };
    default:
      return null;
  }
}
