import {
  type Activators,
  KeyboardCode,
  KeyboardSensor,
  type KeyboardSensorOptions,
  type SensorInstance,
  type SensorProps,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { scrollNeeded } from './scroll-needed.ts';

type Coordinates = { x: number; y: number };

const arrows: readonly string[] = [KeyboardCode.Up, KeyboardCode.Down, KeyboardCode.Left, KeyboardCode.Right];
const puttingDown: readonly string[] = [KeyboardCode.Space, KeyboardCode.Enter, KeyboardCode.Tab];

/**
 * Carries an item of a list by key: Space or Enter picks it up and puts it down, arrows move it, Escape lets it go.
 *
 * The library's own sensor listens only some time after it has picked an item up, takes the next key before it knows where
 * the last one led, and moves an item that lies beyond the middle of the screen by nothing but a smooth scroll, which
 * anything can stop halfway: on a busy machine keys were lost. This one listens at once, takes each key when the one before
 * it is done, and brings the item's new place onto the screen without a way between.
 */
export class KeySensor implements SensorInstance {
  static activators: Activators<KeyboardSensorOptions> = KeyboardSensor.activators;
  autoScrollEnabled = false;
  readonly #props: SensorProps<KeyboardSensorOptions>;
  readonly #listening = new AbortController();
  readonly #pressed: KeyboardEvent[] = [];
  #pickedUpAt: Coordinates | undefined;

  constructor(props: SensorProps<KeyboardSensorOptions>) {
    this.#props = props;
    const { signal } = this.#listening;
    document.addEventListener('keydown', (event) => this.#hear(event), { signal });
    document.addEventListener('visibilitychange', () => this.#letGo(), { signal });
    window.addEventListener('resize', () => this.#letGo(), { signal });
    props.activeNode.node.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    props.onStart({ x: 0, y: 0 });
  }

  #hear(event: KeyboardEvent): void {
    const { code, repeat } = event;
    const moves = arrows.includes(code);
    if (!moves && code !== KeyboardCode.Esc && !puttingDown.includes(code)) return;
    event.preventDefault();
    // The press that picked the item up comes by here on its way, and again while the key is held down.
    if (event === this.#props.event || (repeat && !moves)) return;
    this.#pressed.push(event);
    if (this.#pressed.length === 1) this.#work();
  }

  #work(): void {
    const [event] = this.#pressed;
    if (!event || this.#listening.signal.aborted) return;
    if (event.code === KeyboardCode.Esc) this.#letGo();
    else if (!this.#settled()) this.#workSoon();
    else if (puttingDown.includes(event.code)) {
      this.#listening.abort();
      this.#props.onEnd();
    } else {
      this.#move(event);
      this.#pressed.shift();
      this.#workSoon();
    }
  }

  #workSoon(): void {
    if (this.#pressed.length > 0) requestAnimationFrame(() => this.#work());
  }

  /** Whether the list knows where the item is now: it finds out in tasks of its own after each move. */
  #settled(): boolean {
    const { collisionRect, collisions, over } = this.#props.context.current;
    return collisionRect !== null && collisions?.[0]?.id === over?.id;
  }

  #letGo(): void {
    this.#listening.abort();
    this.#props.onCancel();
  }

  #move(event: KeyboardEvent): void {
    const context = this.#props.context.current;
    const now = context.collisionRect;
    const currentCoordinates = { x: now?.left ?? 0, y: now?.top ?? 0 };
    const to = sortableKeyboardCoordinates(event, {
      active: this.#props.active,
      context,
      currentCoordinates,
    });
    if (!to || !now) return;
    this.#pickedUpAt ??= currentCoordinates;
    const from = this.#pickedUpAt;
    const scrolled = bringOntoScreen(context.scrollableAncestors[0], to.y, now.height);
    this.#props.onMove({ x: to.x - from.x, y: to.y - from.y - scrolled });
  }
}

/** Scrolls what lies from `top` for `height` pixels into sight, at once; answers how far that moved it up. */
function bringOntoScreen(scroller: Element | undefined, top: number, height: number): number {
  if (!scroller) return 0;
  const whole = scroller === document.scrollingElement;
  const box = whole ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(scroller);
  const before = scroller.scrollTop;
  scroller.scrollBy({
    top: scrollNeeded(
      { top, bottom: top + height },
      {
        top: box.top + (Number.parseFloat(scrollPaddingTop) || 0),
        bottom: box.bottom - (Number.parseFloat(scrollPaddingBottom) || 0),
      },
    ),
    behavior: 'instant',
  });
  return scroller.scrollTop - before;
}
