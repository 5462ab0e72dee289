import { toastName } from '#app/ui/toast.ts';
import type { DesignElement } from './design.ts';

/** Returns the name of an element in lists: its text or its file name. */
export function elementName(element: DesignElement): string {
  return toastName(element.kind === 'text' ? element.text.replaceAll('\n', ' ') : element.name);
}
