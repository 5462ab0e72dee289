import { type ReactNode, useState } from 'react';
import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { checkoutWords } from '#app/messages/en/checkout.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { CheckoutChoices } from './order-document.ts';
import type { Quote } from './quote.ts';
import type { QuoteState } from './use-checkout-data.ts';

interface SummaryProps {
  pricing: QuoteState;
  choices: CheckoutChoices;
  onChange: (changed: Partial<CheckoutChoices>) => void;
  onRetry: () => void;
  refusal: string;
  placing: boolean;
  payable: boolean;
}

/** What is ordered and what it costs as the database says, and the button that orders it. */
export function Summary({ pricing, choices, onChange, onRetry, refusal, placing, payable }: SummaryProps) {
  const t = useWords(checkoutWords);
  const { quote, busy } = pricing;
  const problem = refusal || pricing.refusal || quote?.problems[0]?.message || '';
  return (
    <section
      aria-labelledby="checkout-summary"
      aria-busy={busy}
      className="stroked grid gap-5 rounded-card bg-surface p-5 lg:sticky lg:top-24"
    >
      <h2 id="checkout-summary" className="text-heading">
        {t('summary')}
      </h2>
      {quote ? <QuotedLines quote={quote} /> : <Skeleton className="h-32" />}
      <DiscountCode applied={quote?.discount_code ?? ''} choices={choices} onChange={onChange} />
      {quote?.points_balance ? (
        <Checkbox
          label={t('usePoints')}
          hint={t('pointsDetail', { balance: quote.points_balance })}
          checked={choices.points > 0}
          onChange={(event) => onChange({ points: event.target.checked ? (quote.points_balance ?? 0) : 0 })}
        />
      ) : null}
      {quote ? <Totals quote={quote} /> : <Skeleton className="h-28" />}
      {problem ? (
        <div role="alert" className="grid gap-2 rounded-card bg-danger-tint p-4 text-danger-text">
          <p>{problem === 'unreachable' ? t('unreachable') : problem}</p>
          {problem === 'unreachable' ? (
            <Button variant="outline" size="small" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
          ) : (
            <TextLink to={href('/cart')}>{t('goToCart')}</TextLink>
          )}
        </div>
      ) : null}
      <Button
        type="submit"
        size="large"
        busy={placing}
        disabled={!payable || !quote || quote.problems.length > 0}
      >
        {t('placeOrder')}
      </Button>
    </section>
  );
}

function QuotedLines({ quote }: { quote: Quote }) {
  const t = useWords(checkoutWords);
  const { currency } = useBrand();
  return (
    <ul className="grid gap-2">
      {quote.lines.map((line) => (
        <li key={line.line} className="flex justify-between gap-4">
          <span className={line.problem ? 'text-danger-text' : ''}>
            {t('quantityOf', { count: line.quantity ?? 0, name: line.name })}
            {line.price_was !== null ? (
              <span className="block text-sm text-warning-text">
                {t('priceWas', { price: formatMoney(toPiastres(line.price_was), currency) })}
              </span>
            ) : null}
            {line.message ? <span className="block text-sm">{line.message}</span> : null}
          </span>
          {line.total === null ? null : (
            <span className="font-details tabular-nums">{formatMoney(toPiastres(line.total), currency)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function DiscountCode({
  applied,
  choices,
  onChange,
}: { applied: string } & Pick<SummaryProps, 'choices' | 'onChange'>) {
  const t = useWords(checkoutWords);
  const [typed, setTyped] = useState('');
  const apply = () => onChange({ discountCode: typed.trim() });
  if (choices.discountCode && applied) {
    return (
      <p className="flex items-center justify-between gap-3 rounded-field bg-success-tint px-3 py-2 text-success-text">
        {t('discount', { code: applied })}
        <Button variant="quiet" size="small" onClick={() => onChange({ discountCode: '' })}>
          {t('removeCode')}
        </Button>
      </p>
    );
  }
  return (
    <div className="flex items-end gap-2">
      <TextField
        className="grow"
        label={t('discountCode')}
        value={typed}
        maxLength={60}
        autoCapitalize="characters"
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          if (choices.discountCode) onChange({ discountCode: '' });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="outline" disabled={typed.trim() === ''} onClick={apply}>
        {t('apply')}
      </Button>
    </div>
  );
}

function Totals({ quote }: { quote: Quote }) {
  const t = useWords(checkoutWords);
  const { currency } = useBrand();
  const money = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 font-details tabular-nums">
        <Row label={t('subtotal')}>{money(quote.subtotal)}</Row>
        {quote.discount_code ? (
          <Row label={t('discount', { code: quote.discount_code })}>−{money(quote.discount_total)}</Row>
        ) : null}
        {quote.points_used > 0 ? <Row label={t('points')}>−{money(quote.points_value)}</Row> : null}
        <Row label={t('shipping')}>
          {quote.shipping_total === 0 ? t('free') : money(quote.shipping_total)}
        </Row>
        <dt className="border-t pt-3 font-semibold text-lg">{t('total')}</dt>
        <dd className="border-t pt-3 text-end font-semibold text-lg">{money(quote.total)}</dd>
      </dl>
      {quote.points_earned > 0 ? (
        <p className="text-ink-soft text-sm">{t('earns', { count: quote.points_earned })}</p>
      ) : null}
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="text-end">{children}</dd>
    </>
  );
}
