import { cartWords } from '#app/messages/en/cart.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { CartLine } from './cart-line.ts';

/** The options of a line as one quiet text: "Color black · Size M". It breaks between them, not within. */
export function LineOptions({ line }: { line: CartLine }) {
  const t = useWords(cartWords);
  const parts = [
    line.selectedColor && `${t('color')}\u00a0${line.selectedColor}`,
    line.selectedSize && `${t('size')}\u00a0${line.selectedSize}`,
    line.selected_type && `${t('type')}\u00a0${line.selected_type}`,
    line.customizationId && t('customized'),
  ].filter(Boolean);
  return parts.length > 0 ? <p className="text-ink-soft text-sm">{parts.join('\u00a0· ')}</p> : null;
}
