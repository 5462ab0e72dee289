import { useState } from 'react';
import { href, Link } from 'react-router';
import { isAllStores } from '#app/auth/office-stores.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminMoneyTexts } from '#app/i18n/texts/admin-money.ts';
import { adminRequestsTexts } from '#app/i18n/texts/admin-requests.ts';
import { translatedRow } from '#app/i18n/translated-row.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AssigneeField } from '../ui/assignment/assignee-field.tsx';
import { pageInOffice } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { useChange } from '../ui/use-change.ts';
import { type ApprovalRequest, type AskedPrice, decideApprovalRequest } from './requests-data.ts';

const tones: Record<ApprovalRequest['state'], BadgeTone> = {
  pending: 'warning',
  approved: 'success',
  refused: 'danger',
  ended: 'neutral',
};

/** A request for approval: what somebody asks for, its facts, and how it was or is decided. */
export function RequestCard({ request }: { request: ApprovalRequest }) {
  const t = adminRequestsTexts();
  const { facts, state, word } = request;
  return (
    <li className="stroked grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-4 sm:p-5">
      {isAllStores() ? <StoreMark tenantId={request.tenant_id} className="text-sm" /> : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere font-semibold text-base">
          <RequestTitle request={request} />
        </h3>
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
      </div>
      <p className="text-ink-soft text-sm">
        {request.is_own
          ? t('askedByYou', { date: formatDateTime(request.asked_at) })
          : t('askedBy', { name: request.asked_by, date: formatDateTime(request.asked_at) })}
      </p>
      {facts.reason || request.note ? (
        <dl className="grid gap-1 text-sm">
          {facts.reason ? <Said label={t('reason')} text={facts.reason} /> : null}
          {request.note ? <Said label={t('note')} text={request.note} /> : null}
        </dl>
      ) : null}
      {facts.prices ? <Prices prices={facts.prices} products={facts.products ?? 0} /> : null}
      {state === 'pending' ? null : (
        <p className="wrap-anywhere text-sm">
          {state === 'ended'
            ? t(`because_${request.ended_because ?? 'expired'}`)
            : t(`${state}By`, {
                name: request.decided_by ?? '',
                date: formatDateTime(request.decided_at ?? request.asked_at),
              })}
          {word ? <q className="ms-1">{word}</q> : null}
        </p>
      )}
      {state === 'pending' ? (
        <AssigneeField
          of="request"
          id={request.id}
          assignee={request.assignee}
          label={t('decides')}
          className="sm:max-w-64"
        />
      ) : null}
      {request.may_decide ? <Decision request={request} /> : null}
    </li>
  );
}

function Said({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-soft">{label}:</dt>
      <dd dir="auto" className="wrap-anywhere">
        {text}
      </dd>
    </div>
  );
}

/** What is asked for, with a link to what it is about. */
function RequestTitle({ request }: { request: ApprovalRequest }) {
  const t = adminRequestsTexts();
  const tMoney = adminMoneyTexts();
  const { currency } = useBrand();
  const { act, facts, order_id: orderId, customer_id: customerId } = request;
  const amount = formatPounds(facts.amount ?? 0, currency);
  const about = orderId ? facts.number : facts.customer;
  const path = orderId
    ? `${href('/admin/orders')}?order=${orderId}`
    : customerId && `${href('/admin/customers')}?customer=${customerId}`;
  return (
    <>
      {t(act, { amount, count: facts.products ?? 1 })}
      {facts.way ? ` · ${tMoney(`way_${facts.way}`)}` : null}
      {about ? (
        <>
          {' · '}
          <About tenantId={request.tenant_id} path={path}>
            {about}
          </About>
        </>
      ) : null}
    </>
  );
}

/** The order or customer; in the office of all stores, the link opens that store's. */
function About({ tenantId, path, children }: { tenantId: string; path: string | null; children: string }) {
  const look = 'text-link underline';
  if (!path) return <bdi>{children}</bdi>;
  return isAllStores() ? (
    <a href={pageInOffice(tenantId, path)} className={look}>
      <bdi>{children}</bdi>
    </a>
  ) : (
    <Link to={path} className={look}>
      <bdi>{children}</bdi>
    </Link>
  );
}

function Prices({ prices, products }: { prices: AskedPrice[]; products: number }) {
  const t = adminRequestsTexts();
  const { currency } = useBrand();
  const money = (pounds: number | null) => (pounds === null ? t('noPrice') : formatPounds(pounds, currency));
  const more = products - prices.length;
  return (
    <ul className="grid gap-1 text-sm">
      {prices.map((row) => {
        const { name, price, new_price: newPrice } = translatedRow(row);
        return (
          <li key={`${name} ${price}`} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="wrap-anywhere">{name}</bdi>
            <span className="font-details tabular-nums">
              <s className="text-ink-soft">{money(price)}</s> {money(newPrice)}
            </span>
          </li>
        );
      })}
      {more > 0 ? <li className="text-ink-soft">{t('morePrices', { count: more })}</li> : null}
    </ul>
  );
}

function Decision({ request }: { request: ApprovalRequest }) {
  const t = adminRequestsTexts();
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState('');
  const { busyWith, change } = useChange<'approve' | 'refuse'>();
  const decide = (key: 'approve' | 'refuse') => {
    if (key === 'refuse' && word.trim() === '') return setProblem(t('wordMissing'));
    setProblem('');
    void change({
      key,
      run: () => decideApprovalRequest(request.id, key === 'approve', word.trim()),
      done: (state) =>
        state === 'ended'
          ? { title: t('changedMeanwhile'), description: t('because_changed'), variant: 'destructive' }
          : { title: t(state === 'approved' ? 'done' : 'told') },
      onFailure: setProblem,
    });
  };
  return (
    <div className="grid gap-3">
      <TextField
        label={t('word')}
        error={problem || undefined}
        optional
        maxLength={1000}
        value={word}
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-end">
        <Button variant="outline" busy={busyWith === 'refuse'} onClick={() => decide('refuse')}>
          {t('refuse')}
        </Button>
        <Button busy={busyWith === 'approve'} onClick={() => decide('approve')}>
          {t('approve')}
        </Button>
      </div>
    </div>
  );
}
