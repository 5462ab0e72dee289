import { create } from 'zustand';
import type { Side } from '#app/garments/print-areas.ts';
import type { Design } from './design.ts';
import { blankDesign } from './design-edits.ts';
import { type History, historyAfter, opened } from './design-history.ts';
import { type Draft, draftStorage } from './drafts.ts';
import type { LoadedImages } from './draw-design.ts';

interface DesignerState {
  history: History;
  size: string;
  saved: Draft['saved'];
  /** The product the design is made on; null for a garment of the designer's own. */
  productId: string | null;
  /** Counts designs that were opened, and those that were stored. */
  opened: number;
  stored: number;
  side: Side;
  /** Id of the element that is being changed. */
  selected: string | null;
  /** Id of the text that was just added: its words are what comes next. */
  added: string | null;
  zoom: number;
  images: LoadedImages;
  /** Counts faces that have arrived: what they set is drawn and measured again. */
  faces: number;
}

/** The open design. */
export const useDesigner = create<DesignerState>(() => ({
  history: opened(blankDesign('Hoodie', 'white')),
  size: '',
  saved: null,
  productId: null,
  opened: 0,
  stored: 0,
  side: 'front',
  selected: null,
  added: null,
  zoom: 1,
  images: new Map(),
  faces: 0,
}));

const { setState: set, getState: get } = useDesigner;

export const useDesign = (): Design => useDesigner((state) => state.history.present);
export const currentDesign = (): Design => get().history.present;

/** Changes the design; changes with the same `go` one after the other are undone together. */
export function change(edit: (design: Design) => Design, go?: string): void {
  const step = { type: 'change', to: edit(currentDesign()), ...(go === undefined ? {} : { go }) } as const;
  set(({ history }) => ({ history: historyAfter(history, step) }));
}

export function undo(): void {
  set(({ history }) => ({ history: historyAfter(history, { type: 'undo' }) }));
  keepSelection();
}

export function redo(): void {
  set(({ history }) => ({ history: historyAfter(history, { type: 'redo' }) }));
  keepSelection();
}

// What was selected may be gone, or may lie on the other side now.
function keepSelection(): void {
  const { selected, side } = get();
  const still = currentDesign().elements.some((element) => element.id === selected && element.side === side);
  if (!still) set({ selected: null });
}

export const select = (selected: string | null): void => set({ selected, added: null });

/** Selects a text that was just added. */
export const selectAdded = (added: string): void => set({ selected: added, added });

/** Selects the element below the selected one on the side that shows, the topmost after the last or when none is. */
export function selectNext(): void {
  const { side, selected } = get();
  const shown = currentDesign()
    .elements.filter((element) => element.side === side)
    .reverse();
  const next = shown[(shown.findIndex(({ id }) => id === selected) + 1) % shown.length];
  select(next?.id ?? null);
}

export const turnTo = (side: Side): void => set({ side, selected: null });
export const chooseSize = (size: string): void => set({ size });
export const zoomTo = (zoom: number): void =>
  set({ zoom: Math.min(4, Math.max(1, Math.round(zoom * 100) / 100)) });
export const faceArrived = (): void => set(({ faces }) => ({ faces: faces + 1 }));
export const imageArrived = (source: string, image: ImageBitmap): void =>
  set(({ images }) => ({ images: new Map(images).set(source, image) }));

/** Opens a design. */
export function openDesign(draft: Draft, productId: string | null): void {
  set({
    history: opened(draft.design),
    size: draft.size,
    saved: draft.saved,
    productId,
    opened: get().opened + 1,
    selected: null,
    added: null,
    side: 'front',
    zoom: 1,
  });
}

/**
 * Notes which design is open. The function returned notes what it was stored as, unless another is open by then.
 */
export function remembering(): (saved: Draft['saved']) => void {
  const { opened } = get();
  return (saved) => set((now) => ({ stored: now.stored + 1, ...(now.opened === opened && { saved }) }));
}

/** Writes the draft after each change from now on; returns how to stop. */
export function keepDraft(): () => void {
  return useDesigner.subscribe(({ history, size, saved, productId }, before) => {
    if (history.present === before.history.present && size === before.size && saved === before.saved) return;
    const draft: Draft = { design: history.present, size, saved };
    draftStorage(productId).write(JSON.stringify(draft));
  });
}
