import { toastName } from '#app/ui/toast.ts';
import type { DesignElement } from './design.ts';

/** What an element is called in lists: its words or its file. */
export function elementName(element: DesignElement): string {
  return toastName(element.kind === 'text' ? element.text.replaceAll('\n', ' ') : element.name);
}
