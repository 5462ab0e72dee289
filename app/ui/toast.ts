import { create } from 'zustand';

/** Defaults of spec section 9. */
export const toastDuration = 5000;
export const toastSwipeThreshold = 50;
export const toastHotkey = 'F8';

/** Longest item name in a toast; longer ones are cut (spec section 9). */
const longestName = 30;

export type ToastContent = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One button; the toast closes after it. */
  action?: { label: string; onClick: () => void };
};

export type ShownToast = ToastContent & { id: number; open: boolean };

/** The one toast of the page, if any. */
export const useToast = create<{ current: ShownToast | null }>(() => ({ current: null }));

/** Shows a toast from anywhere in the browser; it takes the place of the one before. */
export function toast(content: ToastContent): void {
  const id = (useToast.getState().current?.id ?? 0) + 1;
  useToast.setState({ current: { ...content, id, open: true } });
}

/** Closes the toast that is showing. */
export function dismissToast(): void {
  const { current } = useToast.getState();
  if (current) useToast.setState({ current: { ...current, open: false } });
}

/** An item name cut to what a toast has room for: 30 characters, then an ellipsis. */
export function toastName(name: string): string {
  const letters = [...name];
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : name;
}
