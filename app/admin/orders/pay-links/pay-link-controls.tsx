import { Copy, MessageCircle, Send } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { useChange } from '../../ui/use-change.ts';
import { whatsAppLink } from '../model/whatsapp-link.ts';
import { cancelPayLink, type PayLinkRow, sendPayLink, sharePayLink } from './pay-link-calls.ts';
import { payLinkMessage } from './pay-link-message.ts';

const tones: Record<PayLinkRow['pay_link_state'], BadgeTone> = {
  open: 'warning',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
};

interface PayLinkControlsProps {
  link: PayLinkRow;
  tenantId: string;
  /** Null for a customer without an account. */
  customerId: string | null;
  /** What it asks for, in pounds. */
  amount: number;
  /** The customer's phone number, for WhatsApp. */
  phone: string;
  /** Offers to call the link off; a draft is called off itself. */
  canCancel?: boolean;
}

/** A link to pay: its state, what was sent, and buttons to copy, share and send it. */
export function PayLinkControls({
  link,
  tenantId,
  customerId,
  amount,
  phone,
  canCancel = false,
}: PayLinkControlsProps) {
  const t = adminPayLinksTexts();
  const { busyWith, change } = useChange();
  const { currency } = useBrand();
  const { origin, sharedHost } = useRootData();
  const read = () => sharePayLink(link.id, { tenantId, customerId }, { origin, sharedHost });
  const copy = () =>
    change({
      key: 'copy',
      run: async () => {
        const { url } = await read();
        // Browsers refuse to write the clipboard long after the click; the link can be copied from the message then.
        return navigator.clipboard.writeText(url).then(
          () => ({ title: t('copied') }),
          () => ({ title: t('notCopied'), description: url, variant: 'destructive' as const }),
        );
      },
      done: (outcome) => outcome,
      failed: t('notCopied'),
    });
  const share = () =>
    change({
      key: 'whatsapp',
      run: read,
      onDone: ({ url, ...customer }) => {
        const shared = { of: link.draft_id ? ('draft' as const) : ('order' as const), amount, url };
        const message = payLinkMessage(shared, { ...customer, currency });
        open(whatsAppLink(phone, message), '_blank', 'noopener');
      },
      failed: t('notCopied'),
    });
  const isOpen = link.pay_link_state === 'open';
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tones[link.pay_link_state]}>{t(`state_${link.pay_link_state}`)}</Badge>
        {isOpen ? (
          <span className="text-ink-soft">{t('until', { time: formatDateTime(link.expires_at) })}</span>
        ) : null}
      </p>
      {isOpen ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="small" busy={busyWith === 'copy'} onClick={() => void copy()}>
            <Copy className="size-4" />
            {t('copy')}
          </Button>
          <Button variant="outline" size="small" busy={busyWith === 'whatsapp'} onClick={() => void share()}>
            <MessageCircle className="size-4" />
            {t('whatsapp')}
          </Button>
          {(link.link_channels ?? []).map((channel) => (
            <Button
              key={channel}
              variant="outline"
              size="small"
              busy={busyWith === channel}
              onClick={() =>
                void change({
                  key: channel,
                  run: () => sendPayLink(link.id, channel),
                  done: t('sent'),
                  failed: t('notSent'),
                })
              }
            >
              <Send className="size-4" />
              {t('send', { channel })}
            </Button>
          ))}
          {canCancel ? (
            <Button
              variant="quiet"
              size="small"
              busy={busyWith === 'cancel'}
              onClick={() =>
                void change({
                  key: 'cancel',
                  run: () => cancelPayLink(link.id),
                  done: t('cancelled'),
                  failed: t('notCancelled'),
                })
              }
            >
              {t('cancel')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul className="grid gap-0.5 text-ink-soft text-sm empty:hidden">
        {link.messages.map(({ id, channel, sent_at: sentAt, failed_at: failedAt, created_at: at }) => (
          <li key={id}>
            {t('message', { channel: channel ?? 'copy', time: formatDateTime(at) })}
            {failedAt ? ` · ${t('message_failed')}` : sentAt ? '' : ` · ${t('message_waiting')}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
