import { z } from 'zod';
import { formatDate } from '#app/lib/dates.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import type { FullOrder } from './read-orders.ts';

const text = z.string().catch('');
const addressSchema = z
  .object({
    full_name: text,
    phone: text,
    governorate: text,
    city: text,
    street: text,
    building: text,
    floor: text,
    apartment: text,
    landmark: text,
  })
  .catch(() => ({ ...blank }));
const blank = {
  ...{ full_name: '', phone: '', governorate: '', city: '', street: '' },
  ...{ building: '', floor: '', apartment: '', landmark: '' },
};

type Addressed = Pick<
  FullOrder,
  'address' | 'shipping_method' | 'slot_date' | 'slot_from' | 'slot_to' | 'payment_method' | 'payment_status'
>;

/** Where an order goes, when, and how it is paid. */
export function OrderAddress({ order }: { order: Addressed }) {
  const t = useWords(orderWords);
  const address = addressSchema.parse(order.address);
  const lines = [
    address.full_name,
    [address.building, address.street].filter(Boolean).join(' '),
    [address.floor, address.apartment].filter(Boolean).join(', '),
    address.landmark,
    [address.city, address.governorate].filter(Boolean).join(', '),
    address.phone,
  ].filter(Boolean);
  return (
    <dl className="grid gap-4">
      <div>
        <dt className="font-semibold">{t('address')}</dt>
        <dd>
          <address className="not-italic">
            {lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">{t('delivery')}</dt>
        <dd>{t(order.shipping_method)}</dd>
        {order.slot_date ? (
          <dd>
            {formatDate(order.slot_date)}, {order.slot_from?.slice(0, 5)} – {order.slot_to?.slice(0, 5)}
          </dd>
        ) : null}
      </div>
      <div>
        <dt className="font-semibold">{t('payment')}</dt>
        <dd>
          {t(order.payment_method)}, {t(order.payment_status)}
        </dd>
      </div>
    </dl>
  );
}
