import { MessageCircle, Phone } from 'lucide-react';
import { href } from 'react-router';
import { addressLines } from '#app/addresses/address-lines.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { LinePicture } from '#app/designer/private-picture.tsx';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminCallsTexts } from '#app/i18n/texts/admin-calls.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { cashReasons } from '#app/lib/cash-reasons.ts';
import { formatPounds } from '#app/lib/money.ts';
import { optionValues } from '#app/lib/options-text.ts';
import { soldWord } from '#app/lib/order-line-row.ts';
import { OptionChip } from '#app/product/option-chip.tsx';
import { useShownValue } from '#app/store/root-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClasses } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { StoreMark } from '../../ui/store-mark.tsx';
import type { AdminOrderLine } from '../data/read-admin-orders.ts';
import { DeliveryHistory } from '../delivery-history.tsx';
import { whatsAppLink } from '../model/whatsapp-link.ts';
import { CallActions } from './call-actions.tsx';
import { callMessage } from './call-message.ts';
import type { Call } from './calls-data.ts';

/** An order that staff call its customer about, with the buttons for the outcome of the call. */
export function CallCard({ call }: { call: Call }) {
  const t = adminCallsTexts();
  const { currency } = useBrand();
  const { order, people } = call;
  const where = addressLines({ ...order.address, full_name: '', phone: '' }, useAddressLabels());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <article
        aria-labelledby="call-order"
        className="stroked grid grid-cols-[minmax(0,1fr)] gap-5 rounded-card bg-surface p-4 sm:p-6"
      >
        <CallHead call={call} />
        <CallLinks call={call} />
        <DeliveryHistory
          customerId={order.user_id}
          phone={order.address.phone ?? ''}
          history={{ customer: people.customer, phone: people.phone }}
        />
        {order.note ? (
          <div className="border-line-strong border-s-2 ps-4">
            <p className="font-semibold">{t('note')}</p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {order.note}
            </p>
          </div>
        ) : null}
        <section aria-labelledby="call-items" className="grid gap-2">
          <h3 id="call-items" className="font-semibold">
            {t('items')}
          </h3>
          <ul className="border-t">
            {order.order_lines
              .filter(({ kept }) => kept > 0)
              .map((line) => (
                <CallLine key={line.id} line={line} />
              ))}
          </ul>
        </section>
        <dl className="grid gap-4 sm:grid-cols-2">
          <div>
            <dt className="font-semibold">{t('where')}</dt>
            <dd>
              <address className="wrap-anywhere not-italic">
                {where.map((line) => (
                  <span key={line} className="block">
                    <bdi>{line}</bdi>
                  </span>
                ))}
              </address>
            </dd>
          </div>
          <div>
            <dt className="font-semibold">{t('toCollect')}</dt>
            <dd className="font-details font-semibold text-2xl tabular-nums">
              {formatPounds(order.owes, currency)}
            </dd>
          </div>
        </dl>
        <CallsSoFar call={call} />
      </article>
      <CallActions call={call} />
    </div>
  );
}

function CallHead({ call: { order, unanswered, isLastTry } }: { call: Call }) {
  const t = adminCallsTexts();
  const tOrders = adminOrdersTexts();
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="call-order" className="text-xl">
          <RowLink
            tenantId={order.tenant_id}
            to={`${href('/admin/orders')}?order=${order.id}`}
            className="text-link underline"
          >
            {t('order', { number: order.number })}
          </RowLink>
        </h2>
        <Badge tone={isLastTry ? 'warning' : 'neutral'}>
          {isLastTry ? t('lastTry') : t('try', { number: String(unanswered + 1) })}
        </Badge>
        {isAllStores() ? <StoreMark tenantId={order.tenant_id} /> : null}
      </div>
      <p className="text-ink-soft text-sm">{t('placed', { time: formatDateTime(order.created_at) })}</p>
      <ul className="text-ink-soft text-sm">
        {cashReasons(order.cash_reasons).map((reason) => (
          <li key={reason}>{tOrders(`cashReason_${reason}`)}</li>
        ))}
      </ul>
      {order.confirm_until ? (
        <p className="text-ink-soft text-sm">{t('expires', { time: formatDateTime(order.confirm_until) })}</p>
      ) : null}
    </header>
  );
}

/** The customer's name, and links that call them and write to them. */
function CallLinks({ call: { order, spoken } }: { call: Call }) {
  const t = adminCallsTexts();
  const { currency } = useBrand();
  const { full_name: name = '', phone = '' } = order.address;
  const items = order.order_lines
    .filter(({ kept }) => kept > 0)
    .map((line) => ({ name: translatedRow(line, spoken.language).name, count: line.kept }));
  const message = callMessage({ ...order, items }, { ...spoken, currency });
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere font-semibold text-xl">
        <bdi>{name || order.customer_name}</bdi>
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          href={`tel:${phone}`}
          aria-label={t('call', { phone })}
          className={classes(buttonClasses('outline', 'large'), 'flex-1 whitespace-nowrap text-2xl')}
        >
          <Phone className="size-6 shrink-0" />
          <bdi dir="ltr" className="font-details tabular-nums">
            {phone}
          </bdi>
        </a>
        <a
          href={whatsAppLink(phone, message)}
          target="_blank"
          rel="noreferrer"
          className={classes(buttonClasses('outline', 'large'), 'flex-1 whitespace-nowrap text-base')}
        >
          <MessageCircle className="size-5 shrink-0" />
          {t('whatsApp')}
        </a>
      </div>
    </div>
  );
}

function CallLine({ line }: { line: AdminOrderLine }) {
  const { currency } = useBrand();
  const shown = useShownValue();
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-x-4 border-b py-3 last:border-b-0">
      <LinePicture
        image={line.image}
        alt=""
        size={72}
        className="aspect-square w-full rounded-picture object-cover"
      />
      <div className="wrap-anywhere grid gap-1">
        <p className="font-semibold">{line.name}</p>
        <p className="flex flex-wrap gap-1.5 empty:hidden">
          {optionValues(line, soldWord(line, shown)).map(({ value, name, color }) => (
            <OptionChip key={`${color} ${value}`} value={value} name={name} color={color} />
          ))}
        </p>
      </div>
      <p className="whitespace-nowrap text-end font-details tabular-nums">
        {line.kept} × {formatPounds(line.unit_price, currency)}
      </p>
    </li>
  );
}

function CallsSoFar({ call: { order, people } }: { call: Call }) {
  const t = adminCallsTexts();
  if (order.order_calls.length === 0) return null;
  return (
    <section aria-labelledby="calls-so-far" className="grid gap-2">
      <h3 id="calls-so-far" className="font-semibold">
        {t('calls')}
      </h3>
      <ol className="grid gap-2 text-sm">
        {order.order_calls.map(({ id, outcome, called_at: at, called_by: by, note }) => (
          <li key={id}>
            <p>{t(`called_${outcome}`)}</p>
            {note ? (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {note}
              </p>
            ) : null}
            <p className="flex flex-wrap gap-x-2 text-ink-soft">
              {by && people.names[by] ? <bdi>{people.names[by]}</bdi> : null}
              <span>{formatDateTime(at)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
