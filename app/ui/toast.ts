import { create } from 'zustand';

/** Defaults of docs/product.md, Messages. */
export const toastDuration = 5000;
export const toastSwipeThreshold = 50;
export const toastHotkey = 'F8';

/** Longer item names are truncated (docs/product.md, Messages). */
const longestName = 30;

export type ToastContent = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One button; it closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Duration in milliseconds, if its action is possible for longer than toasts usually stay. */
  duration?: number;
};

type ToastState = ToastContent & { id: number; open: boolean };

/** The current toast, if any. */
export const useToast = create<{ current: ToastState | null }>(() => ({ current: null }));

/** Shows a toast, replacing the current one. */
export function toast(content: ToastContent): void {
  const id = (useToast.getState().current?.id ?? 0) + 1;
  useToast.setState({ current: { ...content, id, open: true } });
}

/** Closes the current toast, or only the one with this id. */
export function dismissToast(id?: number): void {
  const { current } = useToast.getState();
  if (!current || (id !== undefined && id !== current.id)) return;
  useToast.setState({ current: { ...current, open: false } });
}

/** Truncates an item name for a toast to 30 characters and an ellipsis. */
export function toastName(name: string): string {
  const letters = [...name];
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : name;
}
