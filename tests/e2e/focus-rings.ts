import { expect, type Page } from '@playwright/test';
import { desk, phone } from './viewports.ts';

const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role=tab], [role=option], [role=menuitem], [contenteditable=true]';

/**
 * Focuses every control of the open page in turn and measures its focus ring: the outline, with its offset, of the control
 * or of the element that shows its focus.
 * @returns controls whose ring is clipped or missing, each with how much of the ring is lost
 *   and what clips it
 */
async function clippedRings(page: Page): Promise<string[]> {
  // After a key press, :focus-visible applies even if a script moves the focus.
  await page.keyboard.press('Shift');
  return page.evaluate(async (controls) => {
    interface Box {
      top: number;
      right: number;
      bottom: number;
      left: number;
    }
    type Side = keyof Box;
    const SIDES: Side[] = ['top', 'right', 'bottom', 'left'];
    const horizontal = (side: Side) => side === 'left' || side === 'right';
    const pixels = (length: string) => Number.parseFloat(length) || 0;
    const grown = ({ top, right, bottom, left }: Box, by: number): Box => ({
      top: top - by,
      right: right + by,
      bottom: bottom + by,
      left: left - by,
    });
    /** How far a box extends beyond the same side of another. */
    const beyond = (side: Side, inner: Box, outer: Box) =>
      side === 'top' || side === 'left' ? outer[side] - inner[side] : inner[side] - outer[side];

    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { transition: none !important; animation: none !important; scroll-behavior: auto !important }',
    );
    document.adoptedStyleSheets.push(still);

    const paddingBox = (element: Element): Box => {
      const { top, right, bottom, left } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      return {
        top: top + pixels(style.borderTopWidth),
        right: right - pixels(style.borderRightWidth),
        bottom: bottom - pixels(style.borderBottomWidth),
        left: left + pixels(style.borderLeftWidth),
      };
    };
    const holdsFixed = (style: CSSStyleDeclaration) =>
      style.transform !== 'none' ||
      style.translate !== 'none' ||
      style.filter !== 'none' ||
      style.contain !== 'none' ||
      style.backdropFilter !== 'none' ||
      style.contentVisibility === 'auto';
    /** An element's containing block: only it and its ancestors can clip the element. */
    const around = (element: Element): Element | null => {
      const { position } = getComputedStyle(element);
      let parent = element.parentElement;
      if (position === 'fixed' || position === 'absolute')
        while (parent) {
          const style = getComputedStyle(parent);
          if (holdsFixed(style) || (position === 'absolute' && style.position !== 'static')) break;
          parent = parent.parentElement;
        }
      return parent;
    };
    const nameOf = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `<${element.tagName.toLowerCase()} class="${element.className.toString().slice(0, 60)}"> “${name.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
    };

    interface Ring {
      box: Box;
      /** The element it is drawn on, whose own shape clips it too. */
      holder: Element;
      /** The nearest ancestor that can clip it. */
      within: Element | null;
    }

    /** The rings drawn on an element, its ::before and ::after. */
    const ringsOf = (element: Element): Ring[] =>
      ['', '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part || null);
        const width = pixels(style.outlineWidth);
        if (style.outlineStyle === 'none' || width === 0) return [];
        if (part && style.content === 'none') return [];
        let place: Element | null = element;
        // A pseudo-element that shows the focus covers its containing block.
        if (part) while (place && getComputedStyle(place).position === 'static') place = place.parentElement;
        if (!place) return [];
        const plain = part ? paddingBox(place) : element.getBoundingClientRect();
        // A label shows the focus of a visually hidden checkbox.
        if (plain.right - plain.left < 3) return [];
        const box = grown(plain, pixels(style.outlineOffset) + width);
        return [{ box, holder: element, within: part ? place : around(element) }];
      });

    /** The sides of a ring that an ancestor clips. */
    const cuts = ({ box: ring, holder, within }: Ring): string[] => {
      const lost: string[] = [];
      const check = (box: Box, sides: Side[], clip: string) => {
        const cut = sides.filter((side) => beyond(side, ring, box) > 0.6);
        const most = Math.max(...cut.map((side) => beyond(side, ring, box)));
        if (cut.length > 0) lost.push(`${cut.join(', ')} by ${most.toFixed(1)} px, by ${clip}`);
      };
      const checkShape = (clip: Element) => {
        const { clipPath, maskImage } = getComputedStyle(clip);
        if (clipPath !== 'none' || maskImage !== 'none')
          check(clip.getBoundingClientRect(), SIDES, `the shape of ${nameOf(clip)}`);
      };
      checkShape(holder);
      let fixed = getComputedStyle(holder).position === 'fixed';
      for (let clip = within; clip && clip !== document.body; clip = around(clip)) {
        const style = getComputedStyle(clip);
        if (style.position === 'fixed') fixed = true;
        const margin = pixels(style.getPropertyValue('overflow-clip-margin').replace(/^[a-z-]+ /, ''));
        const contained = /paint|strict|content/.test(style.contain) || style.contentVisibility === 'auto';
        const inner = paddingBox(clip);
        for (const across of [true, false]) {
          const sides = SIDES.filter((side) => horizontal(side) === across);
          const overflow = across ? style.overflowX : style.overflowY;
          if (overflow === 'clip' || (contained && overflow === 'visible'))
            check(grown(inner, margin), sides, nameOf(clip));
          else if (overflow !== 'visible') check(inner, sides, nameOf(clip));
        }
        checkShape(clip);
      }
      const { clientWidth: right, clientHeight: bottom } = document.documentElement;
      check({ top: 0, right, bottom, left: 0 }, fixed ? SIDES : SIDES.filter(horizontal), 'the window');
      return lost;
    };

    const near = (control: HTMLElement): Element[] => {
      const found = new Set<Element>([control]);
      for (let up = control.parentElement; up && up !== document.body; up = up.parentElement) found.add(up);
      for (const beside of control.parentElement?.querySelectorAll('*') ?? []) found.add(beside);
      if ('labels' in control && control.labels instanceof NodeList)
        for (const label of control.labels as NodeListOf<HTMLElement>)
          for (const part of [label, ...label.querySelectorAll('*')]) found.add(part);
      return [...found];
    };

    const found: string[] = [];
    // Focusing a tab opens it: tabs come last, the open one at the very end.
    const turn = (control: HTMLElement) =>
      control.matches('[role=tab]') ? (control.ariaSelected === 'true' ? 2 : 1) : 0;
    const inTurn = [...document.querySelectorAll<HTMLElement>(controls)].sort((a, b) => turn(a) - turn(b));
    for (const control of inTurn) {
      if (!control.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
      if (control.closest('[inert], [aria-hidden=true]') || control.matches(':disabled')) continue;
      // Not reachable by keyboard, neither directly nor within a group.
      if (control.tabIndex < 0 && !control.matches('[role=tab], [role=option], [role=menuitem]')) continue;
      (document.activeElement as HTMLElement | null)?.blur();
      const before = new Set(near(control).filter((element) => ringsOf(element).length > 0));
      control.focus();
      if (turn(control) > 0) await new Promise((opened) => setTimeout(opened));
      // A tab list passes the focus on to one of its tabs.
      if (document.activeElement !== control || control.matches('[role=tablist]')) continue;
      const holders = near(control).filter((element) => !before.has(element) && ringsOf(element).length > 0);
      if (holders.length === 0) {
        found.push(`${nameOf(control)}: no ring`);
        continue;
      }
      const lost = holders.flatMap((holder) => ringsOf(holder).flatMap(cuts));
      if (lost.length > 0) found.push(`${nameOf(control)}: ${lost.join('; ')}`);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return found;
  }, CONTROLS);
}

/** Soft: a clipped ring on one page does not stop the check of the others. */
const softly = expect.configure({ soft: true });

/**
 * Asserts that every control of the open page shows its whole ring, in both windows, once the page is stable in each. Scrolls the page and
 * its scrollable elements back to their start.
 */
export async function expectWholeRings(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const window of [desk, phone]) {
    await page.setViewportSize(window);
    await softly.poll(() => clippedRings(page), `${what} at ${window.width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop !== 0 || element.scrollLeft !== 0)
        element.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  });
}
