import { create } from 'zustand';
import type { Side } from '#app/garments/print-areas.ts';
import type { Design, DesignElement } from './design.ts';
import { blankDesign } from './design-edits.ts';
import { type History, historyAfter, newHistory } from './design-history.ts';
import { type Draft, designDraftStorage } from './drafts.ts';
import type { LoadedImages } from './draw-design.ts';

interface DesignerState {
  history: History;
  size: string;
  saved: Draft['saved'];
  line: Draft['line'];
  /** Product the design is made on; null for a garment that is not a store product. */
  productId: string | null;
  /** Number of designs opened so far; `saveCount` counts those saved. */
  openCount: number;
  saveCount: number;
  side: Side;
  /** Id of the selected element. */
  selected: string | null;
  /** The text just added, whose field takes focus, and its initial position. */
  added: Pick<DesignElement, 'id' | 'x' | 'y'> | null;
  /** Whether the text field holds unprintable text, and so differs from the design. */
  textInvalid: boolean;
  zoom: number;
  images: LoadedImages;
  /** Incremented when a font has loaded, so that texts are measured and drawn again. */
  fontVersion: number;
}

/** State of the open design. */
export const useDesigner = create<DesignerState>(() => ({
  history: newHistory(blankDesign('Hoodie', 'white')),
  size: '',
  saved: null,
  line: null,
  productId: null,
  openCount: 0,
  saveCount: 0,
  side: 'front',
  selected: null,
  added: null,
  textInvalid: false,
  zoom: 1,
  images: new Map(),
  fontVersion: 0,
}));

const { setState: set, getState: get } = useDesigner;

export const useDesign = (): Design => useDesigner((state) => state.history.present);
export const currentDesign = (): Design => get().history.present;

/** Changes the design; consecutive changes with the same `group` are undone together. */
export function change(edit: (design: Design) => Design, group?: string): void {
  const step = {
    type: 'change',
    to: edit(currentDesign()),
    ...(group === undefined ? {} : { group }),
  } as const;
  set(({ history }) => ({ history: historyAfter(history, step) }));
}

export function undo(): void {
  set(({ history }) => ({ history: historyAfter(history, { type: 'undo' }) }));
  clearStaleSelection();
}

export function redo(): void {
  set(({ history }) => ({ history: historyAfter(history, { type: 'redo' }) }));
  clearStaleSelection();
}

// Undo and redo can remove the selected element or move it to the other side.
function clearStaleSelection(): void {
  const { selected, side } = get();
  const exists = currentDesign().elements.some((element) => element.id === selected && element.side === side);
  if (!exists) set({ selected: null });
}

export const select = (selected: string | null): void => set({ selected, added: null });

/** Selects a text that was added, or moved automatically while it was typed. */
export const selectAdded = ({ id, x, y }: DesignElement): void => set({ selected: id, added: { id, x, y } });

/** Whether an element is the text just added, and nobody has moved it since. */
export function isUnmoved({ id, x, y }: DesignElement): boolean {
  const { added } = get();
  // Designs store hundredths.
  return added?.id === id && Math.hypot(added.x - x, added.y - y) < 0.01;
}

/** Selects the element below the selected one on the visible side, wrapping around to the topmost. */
export function selectNext(): void {
  const { side, selected } = get();
  const visible = currentDesign()
    .elements.filter((element) => element.side === side)
    .reverse();
  const next = visible[(visible.findIndex(({ id }) => id === selected) + 1) % visible.length];
  select(next?.id ?? null);
}

export const showSide = (side: Side): void => set({ side, selected: null });
export const setTextInvalid = (textInvalid: boolean): void => set({ textInvalid });
export const chooseSize = (size: string): void => set({ size });
export const zoomTo = (zoom: number): void =>
  set({ zoom: Math.min(4, Math.max(1, Math.round(zoom * 100) / 100)) });
export const fontLoaded = (): void => set(({ fontVersion }) => ({ fontVersion: fontVersion + 1 }));
export const imageLoaded = (source: string, image: ImageBitmap): void =>
  set(({ images }) => ({ images: new Map(images).set(source, image) }));

/** Opens a design. */
export function openDesign(draft: Draft, productId: string | null): void {
  set({
    history: newHistory(draft.design),
    size: draft.size,
    saved: draft.saved,
    line: draft.line,
    productId,
    openCount: get().openCount + 1,
    selected: null,
    added: null,
    side: 'front',
    zoom: 1,
  });
}

/**
 * Returns a function that records how the open design was saved; it does nothing to a design opened later.
 */
export function savedRecorder(): (saved: Draft['saved'], line?: Draft['line']) => void {
  const { openCount } = get();
  return (saved, line) =>
    set((current) => ({
      saveCount: current.saveCount + 1,
      ...(current.openCount === openCount && { saved, line: line === undefined ? current.line : line }),
    }));
}

/** Saves the draft of a person, or of the guest, after each change; returns an unsubscribe function. */
export function persistDraft(userId: string | null): () => void {
  return useDesigner.subscribe(({ history, size, saved, line, productId }, previous) => {
    const isSame =
      history.present === previous.history.present &&
      size === previous.size &&
      saved === previous.saved &&
      line === previous.line;
    if (isSame) return;
    const draft: Draft = { design: history.present, size, saved, line };
    designDraftStorage(userId, productId).write(JSON.stringify(draft));
  });
}
