import { type ReactNode, useId, useState } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime, formatSigned } from '#app/i18n/format.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { payLinkTexts } from '#app/i18n/texts/pay-link.ts';
import { formatPounds, toPiastres } from '#app/lib/money.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { openOptions } from '#app/store/payment-options.ts';
import { useRootData } from '#app/store/root-data.ts';
import { AmountRow } from '#app/ui/amount-row.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { FileInput } from '#app/ui/file-input.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useAction } from '#app/ui/use-action.ts';
import {
  announceTransfer,
  type PayLink,
  payLinkFailure,
  payLinkWithCredit,
  startLinkPayment,
} from './pay-link-calls.ts';
import { paymentKind } from './payment-section.tsx';

interface PayLinkProps {
  token: string;
  link: PayLink;
  /** Store credit that can pay it, in pounds. */
  credit: number;
  /** Whether the last attempt was declined. */
  declined: boolean;
  readAgain: () => Promise<void>;
}

const transfer = 'bank_transfer';

/** What a link to pay is for, until when it is valid, and all ways to pay it. */
export function PayLinkPage(props: PayLinkProps) {
  const t = payLinkTexts();
  const { link } = props;
  const title = link.number ? t('orderTitle', { number: link.number }) : t('draftTitle');
  return (
    <div className="column grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1 className="text-heading">{title}</h1>
      <PayLinkState {...props} />
      <PayLinkContents link={link} />
    </div>
  );
}

function PayLinkState(props: PayLinkProps) {
  const t = payLinkTexts();
  const { state, amount, transfer_state: transferState } = props.link;
  if (state === 'open' && transferState === 'to_check') return <Note title={t('transferWaits')} />;
  if (state === 'open' && amount > 0) return <PayLinkWays {...props} />;
  const key = state === 'open' ? 'nothing' : state;
  return (
    <Note title={t(key)} text={t(`${key}Text`)}>
      {state === 'paid' ? null : (
        <LinkButton to={href('/contact')} variant="outline" className="justify-self-start">
          {t('contact')}
        </LinkButton>
      )}
    </Note>
  );
}

function Note({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section role="status" className="stroked grid gap-2 rounded-card bg-surface p-5">
      <p className="font-semibold text-lg">{title}</p>
      {text ? <p className="text-ink-soft">{text}</p> : null}
      {children}
    </section>
  );
}

function PayLinkWays({ token, link, credit, declined, readAgain }: PayLinkProps) {
  const t = payLinkTexts();
  const tOrders = ordersTexts();
  const { currency } = useBrand();
  const { paymentOptions } = useRootData();
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, act } = useAction({ explain: payLinkFailure, readAgain });
  const options = openOptions(paymentOptions, link.closed_payments).filter(
    ({ method }) => method === 'online' || (method === transfer && link.takes_transfer),
  );
  const option = options.find((one) => one.option === chosen) ?? options[0];
  const money = (pounds: number) => formatPounds(pounds, currency);
  const amount = money(link.amount);
  return (
    <section aria-labelledby="pay-link" className="stroked grid gap-4 rounded-card bg-surface p-5">
      <h2 id="pay-link" className="text-heading">
        {t('amount')}: <span className="whitespace-nowrap">{amount}</span>
      </h2>
      <p className="text-ink-soft">{t('lead')}</p>
      {link.change !== null && link.change > 0 ? (
        <div className="grid gap-1 rounded-card bg-warning-tint p-4 text-warning-text">
          <p>{t('change', { amount: money(link.change) })}</p>
          {link.change_reason ? <p>{t('changeWhy', { reason: link.change_reason })}</p> : null}
        </div>
      ) : null}
      {declined ? (
        <p role="alert" className="font-semibold text-danger-text">
          {t('declined')}
        </p>
      ) : null}
      {link.transfer_state === 'rejected' ? (
        <p role="alert" className="text-danger-text">
          {t('transferRefused', { why: link.transfer_answer ?? '' })}
        </p>
      ) : null}
      {credit > 0 ? (
        <Button
          variant="outline"
          busy={busy}
          onClick={() =>
            void act({
              run: () => payLinkWithCredit(token, link.amount),
              failed: t('failed'),
            })
          }
        >
          {t('credit', { amount: money(credit) })}
        </Button>
      ) : null}
      {options.length > 1 ? (
        <RadioGroup
          legend={t('payBy')}
          name="pay-link"
          value={option?.option ?? null}
          onChange={setChosen}
          options={options.map(({ option: value, detail }) => ({
            value,
            label: value === transfer ? t('transfer') : tOrders(onlineKind(value)),
            detail,
          }))}
        />
      ) : null}
      {option === undefined ? <p>{t('noWay')}</p> : null}
      {option?.option === transfer ? (
        <TransferForm token={token} link={link} readAgain={readAgain} />
      ) : option ? (
        <Button
          size="large"
          busy={busy}
          onClick={() =>
            void act({
              run: () => startLinkPayment(token, option.option, link.amount),
              onDone: (page) => location.assign(page),
              failed: t('failed'),
              leaves: true,
            })
          }
        >
          {t(link.change !== null && link.change > 0 ? 'agreeAndPay' : 'payNow', { amount })}
        </Button>
      ) : null}
      <p className="text-ink-soft text-sm">
        {t(link.is_draft ? 'priceKept' : 'until', { time: formatDateTime(link.expires_at) })}
      </p>
    </section>
  );
}

/** The kind of an online option. */
function onlineKind(option: string): 'card' | 'wallet' | 'instalments' {
  const kind = paymentKind(option);
  return kind === 'wallet' || kind === 'instalments' ? kind : 'card';
}

function TransferForm({ token, link, readAgain }: Pick<PayLinkProps, 'token' | 'link' | 'readAgain'>) {
  const t = payLinkTexts();
  const { currency } = useBrand();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [note, setNote] = useState('');
  const label = useId();
  const [isMissing, setIsMissing] = useState(false);
  const { busy, act } = useAction({ explain: payLinkFailure, readAgain });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(photos.length === 0);
        if (photos.length > 0)
          void act({
            run: () => announceTransfer(token, link.amount, photos, note),
            failed: t('failed'),
          });
      }}
    >
      <p>{t('transferLead', { amount: formatPounds(link.amount, currency) })}</p>
      {link.bank_details ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line font-details">
          {link.bank_details}
        </p>
      ) : null}
      <div className="grid gap-1">
        <span id={label} className="font-medium">
          {t('transferPhotos')}
        </span>
        <FileInput
          multiple
          aria-labelledby={label}
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={isMissing && photos.length === 0}
          onChange={({ target }) => setPhotos([...(target.files ?? [])].slice(0, 5))}
        />
        <span className="text-ink-soft text-sm">{t('transferPhotosHint')}</span>
      </div>
      {isMissing && photos.length === 0 ? (
        <p role="alert" className="text-danger-text">
          {t('transferMissing')}
        </p>
      ) : null}
      <TextField
        label={t('transferNote')}
        optional
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" size="large" busy={busy}>
        {t('transferSend')}
      </Button>
    </form>
  );
}

function PayLinkContents({ link }: { link: PayLink }) {
  const t = payLinkTexts();
  const { currency } = useBrand();
  const money = (pounds: number) => formatPounds(pounds, currency);
  return (
    <section aria-labelledby="pay-link-items" className="stroked grid gap-4 rounded-card bg-surface p-5">
      <h2 id="pay-link-items" className="text-heading">
        {t('items')}
      </h2>
      <ul className="divide-y border-y">
        {link.lines.map(({ id, name, quantity, total, options, ...line }) => (
          <li key={id} className="flex items-start justify-between gap-4 py-3">
            <span className="wrap-anywhere">
              <bdi>{`${quantity} × ${name}`}</bdi>
              {options.length > 0 ? (
                <span className="block text-ink-soft text-sm">
                  <bdi>{options.map(({ value }) => soldWord(line)(value)).join(' / ')}</bdi>
                </span>
              ) : null}
            </span>
            <span className="whitespace-nowrap font-details tabular-nums">{money(total)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <AmountRow label={t('goods')}>{money(link.goods)}</AmountRow>
        {link.reduction > 0 ? (
          <AmountRow label={t('reduction')}>{formatSigned(-toPiastres(link.reduction), currency)}</AmountRow>
        ) : null}
        <AmountRow label={t('delivery')}>{link.delivery === 0 ? t('free') : money(link.delivery)}</AmountRow>
        {link.gift > 0 ? <AmountRow label={t('gift')}>{money(link.gift)}</AmountRow> : null}
        <dt className="border-t pt-3 font-semibold">{t('total')}</dt>
        <dd className="border-t pt-3 text-end font-semibold">{money(link.total)}</dd>
        {link.received > 0 ? <AmountRow label={t('received')}>{money(link.received)}</AmountRow> : null}
      </dl>
    </section>
  );
}
