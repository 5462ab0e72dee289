import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatList } from '#app/i18n/format.ts';
import { adminCallsTexts } from '#app/i18n/texts/admin-calls.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminReturnsTexts } from '#app/i18n/texts/admin-returns.ts';
import { adminShipmentsTexts } from '#app/i18n/texts/admin-shipments.ts';
import { afterSaleTexts } from '#app/i18n/texts/after-sale.ts';
import { Constants } from '#app/lib/database.types.ts';
import type { Remark } from '#app/lib/json-columns.ts';
import { formatPounds } from '#app/lib/money.ts';
import { remarkText } from '#app/orders/order-remark.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { cancelledPieces } from '#app/orders/order-timeline.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { noteText } from '../../ui/assignment/mentions.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { type Happening, historyOf } from '../model/order-history.ts';

type Message = AdminFullOrder['order_notifications'][number];

type AdminTimelineProps = {
  order: Parameters<typeof historyOf>[0] & Pick<AdminFullOrder, 'order_notifications' | 'order_lines'>;
  names: Record<string, string>;
};

/** Events of an order and its shipments, returns, refunds and edits, latest first; internal notes are marked. */
export function AdminTimeline({ order, names }: AdminTimelineProps) {
  const t = adminOrdersTexts();
  const words = useHappeningWords(order, names);
  const whoOf = (happening: Happening) => {
    if (happening.of === 'call') return names[happening.call.called_by ?? ''] ?? '';
    if (happening.of !== 'order' && happening.of !== 'shipment') return '';
    const { made } = happening.event;
    const name = (made && names[made.actor_id]) || '';
    if (happening.of === 'shipment') return name;
    const { actor } = happening.event;
    const kind = actor === 'shopper' || actor === 'staff' ? t(`by_${actor}`) : t('by_system');
    return name ? `${name} (${kind.toLowerCase()})` : kind;
  };
  return (
    <section aria-labelledby="order-timeline">
      <h2 id="order-timeline" className="mb-3 text-heading">
        {t('timeline')}
      </h2>
      <ol className="grid gap-4 border-line-strong border-s-2 ps-5">
        {historyOf(order).map((happening) => {
          const { title, note } = words(happening);
          return (
            <li
              key={happening.key}
              className={classes(
                'relative grid gap-0.5 before:absolute before:-start-[1.7rem] before:top-1.5 before:size-3 before:rounded-full',
                title ? 'before:bg-focus' : 'before:bg-line-strong',
              )}
            >
              {title ? <p className="font-semibold">{title}</p> : null}
              {note ? (
                <p className="wrap-anywhere whitespace-pre-line">
                  <bdi>{note}</bdi>
                </p>
              ) : null}
              <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
                <span>
                  {whoOf(happening) ? (
                    <>
                      <bdi>{whoOf(happening)}</bdi> ·{' '}
                    </>
                  ) : null}
                  <span className="whitespace-nowrap">{formatDateTime(happening.at)}</span>
                </span>
                {happening.of === 'order' && happening.event.is_internal ? (
                  <Internal>{t('internal')}</Internal>
                ) : null}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const Internal = ({ children }: { children: ReactNode }) => (
  <Badge>
    <Lock className="size-3" />
    {children}
  </Badge>
);

const messageStates = ['sent', 'delivered', 'read', 'failed', 'expired'] as const;
const messageState = (state: string) =>
  `message_${messageStates.find((one) => one === state) ?? 'waiting'}` as const;

const ownErrors = ['not_set_up', 'no_answer', 'not_sent'] as const;

/** Returns a function that describes a notification: its channel, outcome and attachments. */
function useMessageWords(messages: readonly Message[]) {
  const t = adminOrdersTexts();
  return ({ kind, channel, state, error, fallback_of, documents }: Message): string => {
    const message = {
      channel: t(`by_${channel}`),
      words: t(`notification_${kind}`),
      state: t(messageState(state)),
    };
    const failed = messages.find(({ id }) => id === fallback_of);
    const own = ownErrors.find((one) => one === error);
    const why = own ? t(`error_${own}`) : t('error_code', { code: error });
    return [
      t('messageLine', message),
      error ? why : '',
      failed ? t('messageInstead', { channel: t(`by_${failed.channel}`) }) : '',
      documents.length > 0 ? t('messageWith', { documents: formatList(documents) }) : '',
    ]
      .filter(Boolean)
      .join('\n');
  };
}

/** Returns a function that describes the store's own remarks; failed notifications use the notifications' texts. */
function useRemarkWords(names: AdminTimelineProps['names']) {
  const t = adminOrdersTexts();
  return (remark: Remark | null): string => {
    if (remark?.user_id) return remarkText(remark, { name: names[remark.user_id] || '…' });
    const { notification_channel: channels, order_notification_kind: kinds } = Constants.public.Enums;
    const kind = kinds.find((one) => one === remark?.kind);
    if (!kind) return remarkText(remark);
    const channel = channels.find((one) => one === remark?.channel) ?? 'email';
    const own = ownErrors.find((one) => one === remark?.error);
    return remarkText(remark, {
      channel: t(`by_${channel}`),
      kind: t(`notification_${kind}`),
      error: own ? t(`error_${own}`) : t('error_code', { code: String(remark?.error ?? '') }),
    });
  };
}

/** Returns a function that describes an event, and its note. */
function useHappeningWords(
  { order_notifications, order_lines }: AdminTimelineProps['order'],
  names: AdminTimelineProps['names'],
) {
  const ofMessage = useMessageWords(order_notifications);
  const ofRemark = useRemarkWords(names);
  const statusName = useStatusName();
  const tAfter = afterSaleTexts();
  const tShipments = adminShipmentsTexts();
  const tReturns = adminReturnsTexts();
  const tMoney = adminMoneyTexts();
  const tCalls = adminCallsTexts();
  const { currency } = useBrand();
  return (happening: Happening): { title: string; note: string } => {
    switch (happening.of) {
      case 'order': {
        const { to_status: status, pieces } = happening.event;
        const { remark, note: written, is_internal } = happening.event;
        const told = is_internal ? noteText(written, names) : written;
        const note = [ofRemark(remark), told].filter(Boolean).join('\n');
        const cancelled = cancelledPieces(pieces, order_lines);
        if (!status && cancelled) {
          const lines = cancelled.map(({ name, quantity }) =>
            tAfter('shipmentLine', { count: quantity, name }),
          );
          return { title: tAfter('piecesCancelled'), note: [...lines, note].filter(Boolean).join('\n') };
        }
        return { title: status ? statusName(status) : '', note };
      }
      case 'shipment': {
        const { state, carrier_state, note } = happening.event;
        const name = tShipments('shipment', { number: happening.shipment.number });
        const word = state
          ? tShipments(`state_${state}`)
          : tShipments('carrierSays', { state: carrier_state });
        return { title: `${name}: ${word}`, note };
      }
      case 'return': {
        const { number, state, reason, answer } = happening.one;
        const decided = state === 'declined' ? 'declined' : 'approved';
        const step = happening.step === 'decided' ? decided : happening.step;
        const note = { requested: reason, decided: answer, received: '' }[happening.step];
        return { title: `${tReturns('return', { number })}: ${tReturns(`state_${step}`)}`, note };
      }
      case 'refund': {
        const { number, amount, reason, reference } = happening.refund;
        const name = `${tMoney('refund', { number })}, ${formatPounds(amount, currency)}`;
        const note = happening.step === 'due' ? reason : reference && tMoney('referenceLine', { reference });
        return { title: `${name}: ${tMoney(`state_${happening.step}`)}`, note };
      }
      case 'call': {
        const { outcome, next_at: nextAt, note } = happening.call;
        const again = nextAt ? tCalls('calledAgainAt', { time: formatDateTime(nextAt) }) : '';
        return { title: tCalls(`called_${outcome}`), note: [again, note].filter(Boolean).join('\n') };
      }
      case 'message':
        return { title: '', note: ofMessage(happening.message) };
      case 'edit': {
        const { number, state, reason } = happening.edit;
        const step = happening.step === 'decided' ? state : happening.step;
        const title = `${tReturns('edit', { number })}: ${tReturns(`state_${step}`)}`;
        return { title, note: happening.step === 'proposed' ? reason : '' };
      }
    }
  };
}
