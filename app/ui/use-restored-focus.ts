import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const control = 'a[href], button, input, select, textarea, summary';

/** A focused element with its ancestors and their index among siblings. */
type FocusedPlace = { element: HTMLElement; ancestors: { node: Element; parent: Element; index: number }[] };

function placeOf(frame: Element, element: HTMLElement): FocusedPlace {
  const ancestors: FocusedPlace['ancestors'] = [];
  for (let node: Element = element; node !== frame; ) {
    const parent = node.parentElement;
    if (!parent) break;
    ancestors.push({ node, parent, index: [...parent.children].indexOf(node) });
    node = parent;
  }
  return { element, ancestors };
}

/** Returns the controls in an element, including itself. */
function controlsOf(node: Element | undefined): HTMLElement[] {
  if (!node) return [];
  const inside = [...node.querySelectorAll<HTMLElement>(control)];
  return node instanceof HTMLElement && node.matches(control) ? [node, ...inside] : inside;
}

const isFocusable = (element: HTMLElement) => !element.matches(':disabled') && element.checkVisibility();

/**
 * Returns the control that takes the focus after an element was removed: the same control of the next row,
 * else the nearest.
 */
function successor({ element, ancestors }: FocusedPlace): HTMLElement | undefined {
  for (const { node, parent, index } of ancestors) {
    if (!parent.isConnected) continue;
    const place = controlsOf(node).indexOf(element);
    for (const neighbour of [parent.children[index], parent.children[index - 1]]) {
      const controls = controlsOf(neighbour);
      const candidates = [...controls.slice(Math.max(place, 0)), ...controls];
      const found = candidates.find(isFocusable);
      if (found) return found;
      // Disabled while the action is running: the next mutation enables it.
      if (candidates.some((one) => one.matches(':disabled'))) return undefined;
    }
  }
  return undefined;
}

/**
 * Restores keyboard focus when the focused element is disabled while it works, or removed by its own action (such as a
 * deleted row): focus returns to it or moves to its replacement.
 * @param page Page of the frame; another one clears the stored place.
 * @returns the ref of the frame.
 */
export function useRestoredFocus<Frame extends HTMLElement>(page: string): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const place = useRef<FocusedPlace>(null);
  useLayoutEffect(() => {
    place.current = null;
  }, [page]);
  useEffect(() => {
    const main = frame.current;
    if (!main) return;
    const remember = ({ type, target }: Event) => {
      const inside = target instanceof HTMLElement && main !== target && main.contains(target);
      const byKeyboard = inside && (type === 'keydown' || target.matches(':focus-visible'));
      place.current = byKeyboard ? placeOf(main, target) : null;
    };
    const forget = () => {
      place.current = null;
    };
    const observer = new MutationObserver(() => {
      const lost = place.current;
      if (!lost || document.activeElement !== document.body) return;
      const target = lost.element.isConnected ? lost.element : successor(lost);
      if (target && isFocusable(target)) target.focus({ preventScroll: true });
    });
    observer.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('keydown', remember, true);
    document.addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', remember, true);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  return frame;
}
