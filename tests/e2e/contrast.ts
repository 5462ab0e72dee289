import type { CDPSession, Page } from '@playwright/test';
import { wear } from './axe.ts';

/** The interaction states of a control. Forced on all controls of a page at once, as the developer tools do. */
const controlStates = ['as it stands', 'hover', 'active', 'focus-visible', 'disabled'] as const;
type ControlState = (typeof controlStates)[number];

const forcedFor: Record<Exclude<ControlState, 'disabled'>, string[]> = {
  'as it stands': [],
  hover: ['hover'],
  active: ['hover', 'active'],
  'focus-visible': ['focus-visible'],
};

const CONTROLS =
  'a[href], button, summary, input, select, textarea, label, [role=option], [role=tab], [role=menuitem]';
/** Elements that a control's style may depend on. */
const GROUPS = 'article, li, .group, [class*="group/"]';

/** Insufficient contrast of a page's controls in one state; each line names the control and its colors. */
async function measured(page: Page, state: ControlState): Promise<string[]> {
  return page.evaluate(
    ({ controls, state }) => {
      type Colour = [red: number, green: number, blue: number, alpha: number];
      const canvas = new OffscreenCanvas(1, 1);
      const paint = canvas.getContext('2d', { willReadFrequently: true });
      const known = new Map<string, Colour>();
      const read = (css: string): Colour => {
        const before = known.get(css);
        if (before) return before;
        if (!paint) throw new Error('This browser paints no canvas');
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = css;
        paint.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
        const colour: Colour = [red, green, blue, alpha / 255];
        known.set(css, colour);
        return colour;
      };
      const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => {
        const mix = (front: number, back: number) => front * a + back * (1 - a);
        return [mix(r, x), mix(g, y), mix(b, z), 1];
      };
      const faded = ([r, g, b, a]: Colour, opacity: number): Colour => [r, g, b, a * opacity];
      const luminance = ([r, g, b]: Colour): number => {
        const linear = (part: number) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        };
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      };
      const contrast = (one: Colour, other: Colour): number => {
        const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
      };
      const hex = (colour: Colour) =>
        `#${colour
          .slice(0, 3)
          .map((part) => Math.round(part).toString(16).padStart(2, '0'))
          .join('')}`;

      /** The background behind an element's text; null for a picture, which has no single color. */
      const grounds = new Map<Element, Colour | null>();
      const ground = (element: Element | null): Colour | null => {
        if (!element) return [255, 255, 255, 1];
        const known = grounds.get(element);
        if (known !== undefined) return known;
        const found = groundOf(element);
        grounds.set(element, found);
        return found;
      };
      const groundOf = (element: Element): Colour | null => {
        const style = getComputedStyle(element);
        const own = read(style.backgroundColor);
        if (style.backgroundImage !== 'none') return null;
        // Out-of-flow elements have whatever is below them as background.
        const afloat =
          style.position === 'absolute' || style.position === 'fixed' || style.position === 'sticky';
        if (own[3] < 0.8 && afloat) return null;
        const behind = ground(element.parentElement);
        return behind && over(faded(own, Number(style.opacity)), behind);
      };
      /** The effective opacity of an element, including its ancestors. */
      const seen = (element: Element | null): number =>
        element ? Number(getComputedStyle(element).opacity) * seen(element.parentElement) : 1;

      const found: string[] = [];
      const tell = (what: Element, ratio: number, least: number, front: Colour, back: Colour) => {
        if (ratio >= least - 0.02) return;
        const name = what.getAttribute('aria-label') ?? what.textContent?.trim().slice(0, 30) ?? '';
        found.push(
          `<${what.tagName.toLowerCase()}> “${name}”: ${ratio.toFixed(2)} (${hex(front)} on ${hex(back)}), ${least} asked; ${what.className}`,
        );
      };

      for (const control of document.querySelectorAll<HTMLElement>(controls)) {
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (state === 'disabled' && !control.matches('button, input, select, textarea')) continue;
        const outline = getComputedStyle(control);
        const seenAtAll = control.offsetWidth > 2 && control.offsetHeight > 2;
        if (state === 'focus-visible' && outline.outlineStyle !== 'none' && seenAtAll) {
          const inside = Number.parseFloat(outline.outlineOffset) < 0;
          const behind = ground(inside ? control : control.parentElement);
          const ring = read(outline.outlineColor);
          if (behind && control.tabIndex >= 0)
            tell(control, contrast(over(ring, behind), behind), 3, ring, behind);
        }
        const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        for (let node: Node | null = control; node; node = walker.nextNode()) {
          const field =
            node instanceof Element && node.matches('select, input:not([type=checkbox], [type=radio])');
          const letters = node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
          const shape = node instanceof SVGSVGElement;
          if (!letters && !shape && !field) continue;
          const holder = node instanceof Element ? node : node.parentElement;
          if (!holder?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
          const box = holder.getBoundingClientRect();
          // Screen-reader-only text.
          if (box.width < 2 || box.height < 2) continue;
          const style = getComputedStyle(holder);
          const behind = ground(holder);
          if (!behind) continue;
          const paints = shape && style.stroke === 'none' ? style.fill : style.color;
          const front = over(faded(read(paints), seen(holder)), behind);
          const size = Number.parseFloat(style.fontSize);
          const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
          // Disabled controls are exempt (WCAG 2.2, 1.4.3), but should still be recognizable.
          const least = shape || large || state === 'disabled' ? 3 : 4.5;
          tell(holder, contrast(front, behind), least, front, behind);
        }
      }
      return [...new Set(found)];
    },
    { controls: CONTROLS, state },
  );
}

async function force(session: CDPSession, states: string[]): Promise<void> {
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `${CONTROLS}, ${GROUPS}`,
  });
  await Promise.all(
    nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states })),
  );
}

/** Disables every control, or re-enables those it disabled. */
async function disable(page: Page, off: boolean): Promise<void> {
  await page.evaluate((off) => {
    const found = document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(
      off ? ':is(button, input, select, textarea):enabled' : '[data-switched-off]',
    );
    for (const control of found) {
      control.disabled = off;
      control.toggleAttribute('data-switched-off', off);
    }
  }, off);
}

/**
 * Every control of the open page whose text, icons or focus ring have insufficient contrast in one of its states, in
 * either theme.
 */
export async function paleControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const found: string[] = [];
  for (const state of controlStates) {
    if (state === 'disabled') await disable(page, true);
    else await force(session, forcedFor[state]);
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme);
      found.push(...(await measured(page, state)).map((line) => `${theme}, ${state}: ${line}`));
    }
    if (state === 'disabled') await disable(page, false);
  }
  await session.detach();
  return found;
}
