import { useBrand } from '#app/brands/use-brand.ts';
import { checkoutTexts } from '#app/i18n/texts/checkout.ts';
import { formatPounds } from '#app/lib/money.ts';
import type { PublicSettings } from '#app/store/public-settings.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import type { OrderDetails } from './order-document.ts';

/** Longest text of a card. */
const mostCharacters = 300;

interface GiftSectionProps {
  gifts: PublicSettings['gifts'];
  wanted: boolean;
  card: OrderDetails['giftCard'];
  onWant: (wanted: boolean) => void;
  onCard: (card: OrderDetails['giftCard']) => void;
}

/** Has the order wrapped as a gift: with the text of its card, and without prices. */
export function GiftSection({ gifts, wanted, card, onWant, onCard }: GiftSectionProps) {
  const t = checkoutTexts();
  const { currency } = useBrand();
  const price = gifts.price === 0 ? t('free') : formatPounds(gifts.price, currency);
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('giftWrap', { price })}
        hint={gifts.text || undefined}
        checked={wanted}
        onChange={({ target }) => onWant(target.checked)}
      />
      {wanted ? (
        <>
          <TextareaField
            label={t('giftMessage')}
            hint={t('giftMessageHint', { count: String(mostCharacters) })}
            optional
            rows={3}
            maxLength={mostCharacters}
            value={card.message}
            onChange={({ target }) => onCard({ ...card, message: target.value })}
          />
          <Checkbox
            label={t('giftHidePrices')}
            checked={card.hidePrices}
            onChange={({ target }) => onCard({ ...card, hidePrices: target.checked })}
          />
        </>
      ) : null}
    </div>
  );
}
