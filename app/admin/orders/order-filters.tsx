import { Search } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';
import { formatWeekday } from '#app/lib/dates.ts';
import { adminOrderWords } from '#app/messages/en/admin-orders.ts';
import { orderWords } from '#app/messages/en/orders.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { readSlots } from '../read-admin-orders.ts';
import { ChoiceField } from '../table/choice-field.tsx';
import { changedQuery } from '../url-state.ts';
import {
  isFiltered,
  type OrderFilter,
  orderSorts,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
  viewOf,
} from './order-filter.ts';

type OrderFiltersProps = {
  filter: OrderFilter;
  slots: Awaited<ReturnType<typeof readSlots>>;
  /** Name of the one customer whose orders are listed. */
  customer: string;
};

/** What narrows and orders the list; everything goes into the address. */
export function OrderFilters({ filter, slots, customer }: OrderFiltersProps) {
  const t = useWords(adminOrderWords);
  const words = useWords(orderWords);
  const submit = useSubmit();
  const [query] = useSearchParams();
  const rare = [filter.method, filter.from, filter.to, filter.slot, filter.slotDay].some(Boolean);
  const [open, setOpen] = useState(rare);
  const apply = (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) =>
    void submit(event.currentTarget.form);
  const several =
    filter.statuses.length > 1
      ? [
          {
            value: filter.statuses.join(','),
            label: filter.statuses.map((status) => words(`status_${status}`)).join(', '),
          },
        ]
      : [];
  // Fields keep what was typed until the address says something else.
  return (
    <Form role="search" key={viewOf(query)} className="grid gap-3">
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(3,minmax(0,1fr))_auto_auto] xl:grid-cols-[minmax(14rem,1fr)_repeat(3,minmax(8.5rem,10rem))_auto_auto]">
        <TextField
          label={t('search')}
          className="col-span-full xl:col-span-1"
          placeholder={t('searchHint')}
          type="search"
          name="search"
          defaultValue={filter.search}
        />
        <ChoiceField
          label={t('status')}
          name="status"
          defaultValue={filter.statuses.join(',')}
          onChange={apply}
          options={[
            { value: '', label: t('anyStatus') },
            ...orderStatuses.map((value) => ({ value, label: words(`status_${value}`) })),
            ...several,
          ]}
        />
        <ChoiceField
          label={t('payment')}
          name="payment"
          defaultValue={filter.payment}
          onChange={apply}
          options={[
            { value: '', label: t('anyPayment') },
            ...paymentStatuses.map((value) => ({ value, label: sentence(words(value)) })),
          ]}
        />
        <ChoiceField
          label={t('sort')}
          className="max-md:col-span-2"
          name="sort"
          defaultValue={filter.sort}
          onChange={apply}
          options={orderSorts.map((value) => ({ value, label: t(`sort_${value}`) }))}
        />
        <Button
          type="submit"
          variant="outline"
          size="icon"
          aria-label={t('find')}
          className="size-control max-md:w-full"
        >
          <Search aria-hidden="true" className="size-5" />
        </Button>
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-controls="more-order-filters"
          onClick={() => setOpen(!open)}
        >
          {t('more')}
        </Button>
      </div>
      <div
        id="more-order-filters"
        hidden={!open}
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-5 [&[hidden]]:hidden"
      >
        <TextField label={t('from')} type="date" name="from" defaultValue={filter.from} onChange={apply} />
        <TextField label={t('to')} type="date" name="to" defaultValue={filter.to} onChange={apply} />
        <ChoiceField
          label={t('method')}
          name="method"
          defaultValue={filter.method}
          onChange={apply}
          options={[
            { value: '', label: t('anyMethod') },
            ...paymentMethods.map((value) => ({ value, label: words(value) })),
          ]}
        />
        <ChoiceField
          label={t('slot')}
          name="slot"
          defaultValue={filter.slot}
          onChange={apply}
          options={[
            { value: '', label: t('anySlot') },
            ...slots.map(({ id, day_of_week, from_time, to_time }) => ({
              value: id,
              label: t('slotName', {
                day: formatWeekday(day_of_week),
                from: from_time.slice(0, 5),
                to: to_time.slice(0, 5),
              }),
            })),
          ]}
        />
        <TextField
          label={t('slotDay')}
          type="date"
          name="slotDay"
          defaultValue={filter.slotDay}
          onChange={apply}
        />
      </div>
      {filter.customer ? <input type="hidden" name="customer" value={filter.customer} /> : null}
      {isFiltered(query) ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          {filter.customer ? (
            <p className="flex flex-wrap items-center gap-x-3">
              {t('oneCustomer', { name: customer })}
              <Link to={changedQuery(query, { customer: '' })} className="text-link underline">
                {t('allCustomers')}
              </Link>
            </p>
          ) : null}
          <LinkButton to="?" variant="quiet" size="small">
            {t('clear')}
          </LinkButton>
        </div>
      ) : null}
    </Form>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
