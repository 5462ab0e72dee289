import { useCallback } from 'react';
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

/** Names a status in the words of the store: what it prints is made, what it only sells is packed. */
export function useStatusName(): (status: OrderStatus) => string {
  const t = ordersTexts();
  const { enabled } = useRootData().settings.customization;
  return useCallback(
    (status) => (status === 'in_production' && !enabled ? t('beingPacked') : t(`status_${status}`)),
    [t, enabled],
  );
}

/** Badge with an order's status. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const nameOf = useStatusName();
  return <Badge tone={tones[status]}>{nameOf(status)}</Badge>;
}
