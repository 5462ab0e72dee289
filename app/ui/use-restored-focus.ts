import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const control = 'a[href], button, input, select, textarea, summary';

/** What has the keyboard's focus, with the elements around it and the place of each among its neighbours. */
type Place = { element: HTMLElement; around: { node: Element; parent: Element; index: number }[] };

function placeIn(frame: Element, element: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let node: Element = element; node !== frame; ) {
    const parent = node.parentElement;
    if (!parent) break;
    around.push({ node, parent, index: [...parent.children].indexOf(node) });
    node = parent;
  }
  return { element, around };
}

/** The controls in an element, itself included. */
function controlsOf(node: Element | undefined): HTMLElement[] {
  if (!node) return [];
  const inside = [...node.querySelectorAll<HTMLElement>(control)];
  return node instanceof HTMLElement && node.matches(control) ? [node, ...inside] : inside;
}

const reachable = (one: HTMLElement) => !one.matches(':disabled') && one.checkVisibility();

/** What took the place of an element that is gone: the same control of the row that moved up, else the nearest one. */
function successor({ element, around }: Place): HTMLElement | undefined {
  for (const { node, parent, index } of around) {
    if (!parent.isConnected) continue;
    const place = controlsOf(node).indexOf(element);
    for (const neighbour of [parent.children[index], parent.children[index - 1]]) {
      const controls = controlsOf(neighbour);
      const found = [...controls.slice(Math.max(place, 0)), ...controls].find(reachable);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * Keeps the place of whoever works by keyboard: when what has the focus is switched off while it works, or goes away
 * with what it did, as a deleted row does, the focus comes back to it or goes to what stands there now. A new page
 * starts at its top.
 * @param here the page that the frame is of; another one forgets the place.
 * @returns for the frame.
 */
export function useRestoredFocus<Frame extends HTMLElement>(here: string): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    place.current = null;
  }, [here]);
  useEffect(() => {
    const main = frame.current;
    if (!main) return;
    const remember = ({ type, target }: Event) => {
      const inside = target instanceof HTMLElement && main !== target && main.contains(target);
      const byKeyboard = inside && (type === 'keydown' || target.matches(':focus-visible'));
      place.current = byKeyboard ? placeIn(main, target) : null;
    };
    const forget = () => {
      place.current = null;
    };
    const changed = new MutationObserver(() => {
      const kept = place.current;
      if (!kept || document.activeElement !== document.body) return;
      const there = kept.element.isConnected ? kept.element : successor(kept);
      if (there && reachable(there)) there.focus({ preventScroll: true });
    });
    changed.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('keydown', remember, true);
    document.addEventListener('pointerdown', forget);
    return () => {
      changed.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('keydown', remember, true);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  return frame;
}
