import cartMessages from '#app/i18n/messages/en/cart.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { type CartLine, lineOptionsText } from './cart-line.ts';

/** A line's options as text. */
export function LineOptions({ line }: { line: CartLine }) {
  const t = useTranslations('cart', cartMessages);
  const text = lineOptionsText(line, line.customizationId && t('customized'));
  return text ? <p className="text-ink-soft text-sm">{text}</p> : null;
}
