import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import type { OrderStatus } from './order-steps.ts';

const tones: Record<OrderStatus, BadgeTone> = {
  awaiting_payment: 'warning',
  pending: 'tint',
  confirmed: 'tint',
  in_production: 'tint',
  partly_sent: 'tint',
  shipped: 'tint',
  partly_delivered: 'tint',
  delivered: 'success',
  returned_to_sender: 'neutral',
  return_requested: 'warning',
  partly_returned: 'neutral',
  returned: 'neutral',
  cancelled: 'neutral',
};

/** Names a status for the store's shoppers: what a store prints is made, what it only sells is packed. */
export function useStatusName(): (status: OrderStatus) => string {
  const t = ordersTexts();
  const { customization } = useRootData().settings;
  return (status) =>
    status === 'in_production' && !customization.enabled ? t('beingPacked') : t(`status_${status}`);
}

/** Badge with an order's status for shoppers. */
export function ShopperStatusBadge({ status }: { status: OrderStatus }) {
  const nameOf = useStatusName();
  return <Badge tone={tones[status]}>{nameOf(status)}</Badge>;
}

/** Badge with an order's status for staff. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const t = ordersTexts();
  return <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>;
}
