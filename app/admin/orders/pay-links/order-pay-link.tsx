import { type FormEvent, useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminPayLinksTexts } from '#app/i18n/texts/admin-pay-links.ts';
import { formatPounds } from '#app/lib/money.ts';
import { typedNumber } from '#app/lib/typed-number.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { AdminFullOrder } from '../data/read-admin-orders.ts';
import { makePayLink } from './pay-link-calls.ts';
import { PayLinkControls } from './pay-link-controls.tsx';

/** A typed number; null for an empty field. */
const numberIn = (typed: string) => (typed.trim() === '' ? null : typedNumber(typed));

/** The link to pay of an order that owes something; renders nothing for other orders. */
export function OrderPayLink({ order }: { order: AdminFullOrder }) {
  const t = adminPayLinksTexts();
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const [part, setPart] = useState('');
  const [hours, setHours] = useState('');
  const [problem, setProblem] = useState('');
  const { askable_by_link: due, pay_links: links } = order;
  const [link] = links;
  if (due === 0 && !link) return null;
  const isOpen = link?.pay_link_state === 'open';
  const make = async (event: FormEvent) => {
    event.preventDefault();
    await change({
      run: () => makePayLink(order.id, numberIn(part), numberIn(hours)),
      done: t('made'),
      failed: t('notMade'),
      onDone: () => {
        setPart('');
        setHours('');
      },
      onFailure: setProblem,
    });
  };
  return (
    <section aria-labelledby="order-pay-link" className="stroked grid gap-4 rounded-card bg-surface p-5">
      <div>
        <h2 id="order-pay-link" className="text-lg">
          {t('title')}
        </h2>
        {due > 0 ? (
          <p className="text-ink-soft text-sm">{t('lead', { amount: formatPounds(due, currency) })}</p>
        ) : null}
      </div>
      {link ? (
        <PayLinkControls
          link={link}
          tenantId={order.tenant_id}
          customerId={order.user_id}
          amount={due}
          phone={order.address.phone ?? ''}
          canCancel={due > 0}
        />
      ) : null}
      {due > 0 ? (
        <form onSubmit={(event) => void make(event)} className="flex flex-wrap items-start gap-3">
          <TextField
            label={t('part')}
            hint={t('partHint')}
            optional
            inputMode="decimal"
            value={part}
            onChange={({ target }) => setPart(target.value)}
            error={problem}
            className="min-w-40 flex-1"
          />
          <TextField
            label={t('hours')}
            optional
            inputMode="numeric"
            value={hours}
            onChange={({ target }) => setHours(target.value)}
            className="min-w-40 flex-1"
          />
          <Button type="submit" variant={isOpen ? 'outline' : 'primary'} busy={busy} className="mt-7">
            {t(
              link && link.pay_link_state !== 'paid' && link.pay_link_state !== 'cancelled'
                ? 'remake'
                : 'make',
            )}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
