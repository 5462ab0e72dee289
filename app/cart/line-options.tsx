import cartMessages from '#app/i18n/messages/en/cart.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { optionsText } from '#app/lib/options-text.ts';
import type { CartLine } from './cart-line.ts';

/** A line's options as text. */
export function LineOptions({ line }: { line: CartLine }) {
  const t = useTranslations('cart', cartMessages);
  const { selectedColor: color, selectedSize: size, selected_type: type, selectedOptions = {} } = line;
  const options = Object.entries(selectedOptions).map(([name, value]) => ({ name, value }));
  const text = optionsText({ color, size, type, options }, line.customizationId && t('customized'));
  return text ? <p className="text-ink-soft text-sm">{text}</p> : null;
}
