import { formatWeekday } from '#app/i18n/format.ts';
import { adminOffersTexts } from '#app/i18n/texts/admin-offers.ts';
import type { Tables } from '#app/lib/database.types.ts';

type Told = Pick<
  Tables<'offers'>,
  | 'kind'
  | 'value'
  | 'set_size'
  | 'reduced_pieces'
  | 'category_ids'
  | 'minimum_pieces'
  | 'minimum_amount'
  | 'audience'
  | 'weekdays'
>;

/**
 * Says an offer in words: "3 pieces: the cheapest free, Games, Thursday, Friday".
 * @param amountOf formats pounds
 * @param nameOf a category's name; undefined for one that is gone
 */
export function offerWords(
  offer: Told,
  amountOf: (pounds: number) => string,
  nameOf: (categoryId: string) => string | undefined,
): string {
  const t = adminOffersTexts();
  const { kind, value, set_size: size, reduced_pieces: count, audience } = offer;
  const gives = {
    percent: () => t('says_percent', { value: String(value) }),
    amount: () => t('says_amount', { amount: amountOf(value) }),
    price: () => t('says_price', { amount: amountOf(value) }),
    cheapest: () =>
      t('says_cheapest', {
        size: size ?? 0,
        count: count ?? 0,
        free: value === 100 ? 'yes' : 'no',
        value: String(value),
      }),
    set_price: () => t('says_set_price', { size: size ?? 0, amount: amountOf(value) }),
    free_shipping: () => t('says_free_shipping'),
  }[kind]();
  const parts = [
    gives,
    ...offer.category_ids.flatMap((id) => nameOf(id) ?? []),
    ...(offer.minimum_pieces > (size ?? 1) ? [t('saysPieces', { count: offer.minimum_pieces })] : []),
    ...(offer.minimum_amount > 0 ? [t('saysAmount', { amount: amountOf(offer.minimum_amount) })] : []),
    ...offer.weekdays.map((day) => formatWeekday(day)),
    ...(audience === 'everybody' ? [] : [t(`saysAudience_${audience}`)]),
  ];
  return parts.join(', ');
}
