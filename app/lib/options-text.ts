import { capitalized } from './capitalized.ts';

type Options = { color?: string | null; size?: string | null; type?: string | null };

/**
 * The options of something in a cart or an order as one text: "Black · M". No line begins with a dot.
 * @param more what else tells it from others, in words.
 */
export function optionsText({ color, size, type }: Options, more = ''): string {
  return [color && capitalized(color), size, type, more].filter(Boolean).join('\u00a0· ');
}
