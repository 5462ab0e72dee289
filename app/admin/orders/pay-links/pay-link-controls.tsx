import { Copy, MessageCircle, Send } from 'lucide-react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { pathInLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { formatPounds } from '#app/lib/money.ts';
import { payLinkPath } from '#app/lib/pay-link-path.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { useChange } from '../../ui/use-change.ts';
import { cancelPayLink, type PayLinkRow, sendPayLink, sharePayLink } from './pay-link-calls.ts';

const tones: Record<PayLinkRow['pay_link_state'], BadgeTone> = {
  open: 'warning',
  paid: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
};

interface PayLinkControlsProps {
  link: PayLinkRow;
  /** What it asks for, in pounds. */
  amount: number;
  /** The customer's phone number, for WhatsApp. */
  phone: string;
  /** Offers to call the link off; a draft is called off itself. */
  canCancel?: boolean;
}

/** A link to pay: its state, what was sent, and buttons to copy, share and send it. */
export function PayLinkControls({ link, amount, phone, canCancel = false }: PayLinkControlsProps) {
  const t = adminPayLinksTexts();
  const { busyWith, change } = useChange();
  const { name, currency } = useBrand();
  const url = async () =>
    new URL(pathInLanguage(payLinkPath(await sharePayLink(link.id)), pageLanguage()), location.origin).href;
  const copy = () =>
    change({
      key: 'copy',
      run: async () => {
        const address = await url();
        await navigator.clipboard.writeText(address).catch(() => {
          toast({ title: t('notCopied'), description: address, variant: 'destructive' });
        });
      },
      done: t('copied'),
      failed: t('notCopied'),
    });
  const share = () =>
    change({
      key: 'whatsapp',
      run: url,
      onDone: (address) => {
        const values = { store: name, amount: formatPounds(amount, currency), url: address };
        const text = link.draft_id ? t('shareDraft', values) : t('share', values);
        const number = phone.replace(/\D/g, '').replace(/^0(?=1)/, '20');
        open(`https://wa.me/${number}?text=${encodeURIComponent(text)}`, '_blank', 'noopener');
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
