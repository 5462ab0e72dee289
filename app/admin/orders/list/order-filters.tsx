import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Form, Link } from 'react-router';
import { governorates } from '#app/addresses/governorates.ts';
import { formatWeekday } from '#app/i18n/format.ts';
import { adminOrdersTexts } from '#app/i18n/texts/admin-orders.ts';
import { adminTagsTexts } from '#app/i18n/texts/admin-tags.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { capitalized } from '#app/lib/capitalized.ts';
import { useStatusName } from '#app/orders/order-status.tsx';
import { Button } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { whoseChoice } from '../../ui/assignment/whose-choice.ts';
import { Choices } from '../../ui/list/choices.tsx';
import { SearchField } from '../../ui/list/list-search.tsx';
import { changedQuery } from '../../ui/list/url-state.ts';
import { useFollowed, useTypedSearch } from '../../ui/list/use-typed-search.ts';
import type { readSlotChoices } from '../data/read-admin-orders.ts';
import { useUsedCarriers } from '../data/use-used-carriers.ts';
import {
  isFiltered,
  type OrderFilter,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from '../model/order-filter.ts';
import type { TagInUse } from '../tags/tag-calls.ts';
import { usePaymentLabel } from '../use-payment-label.ts';

type OrderFiltersProps = {
  filter: OrderFilter;
  /** Ids of the stores whose orders are listed. */
  stores: readonly string[];
  /** Null for orders of several stores. */
  slots: Awaited<ReturnType<typeof readSlotChoices>> | null;
  /** Name of the customer by whom the list is filtered. */
  customer: string;
  /** The tags in use. */
  tags: readonly TagInUse[];
};

const collapsedFilters = [
  ...['status', 'payment', 'whose', 'method', 'from', 'to', 'slot', 'slotDay'],
  ...['governorate', 'carrier', 'phone', 'tag', 'origin'],
];

/** Filters and sort of the list, in the URL. */
export function OrderFilters({ filter, stores, slots, customer, tags }: OrderFiltersProps) {
  const t = adminOrdersTexts();
  const tOrders = ordersTexts();
  const tTags = adminTagsTexts();
  const statusName = useStatusName();
  const paymentLabel = usePaymentLabel();
  const { query, field, send, type, clear } = useTypedSearch(filter.search);
  const { method, from, to, slot, slotDay, governorate, carrier, phone, tag, origin } = filter;
  const rare = [method, from, to, slot, slotDay, governorate, carrier, phone, tag, origin].some(Boolean);
  const [open, setOpen] = useState(rare);
  const carriers = useUsedCarriers(open ? stores : null);
  const tPlaces = governoratesTexts();
  // On phones these are collapsed.
  const activeCount = collapsedFilters.filter((name) => query.get(name)).length;
  const several =
    filter.statuses.length > 1
      ? [
          {
            value: filter.statuses.join(','),
            label: filter.statuses.map((status) => statusName(status)).join(', '),
          },
        ]
      : [];
  const mainFilters = [
    {
      name: 'status',
      label: t('status'),
      options: [
        { value: '', label: t('anyStatus') },
        ...orderStatuses.map((value) => ({ value, label: statusName(value) })),
        ...several,
      ],
    },
    {
      name: 'payment',
      label: t('payment'),
      options: [
        { value: '', label: t('anyPayment') },
        ...paymentStatuses.map((value) => ({ value, label: capitalized(paymentLabel(value)) })),
      ],
    },
    whoseChoice(),
  ];
  const moreFilters = [
    {
      name: 'method',
      label: t('method'),
      options: [
        { value: '', label: t('anyMethod') },
        ...paymentMethods.map((value) => ({ value, label: tOrders(value) })),
      ],
    },
    {
      name: 'governorate',
      label: t('governorate'),
      options: [
        { value: '', label: t('anyGovernorate') },
        ...governorates
          .map((value) => ({ value, label: tPlaces(value) }))
          .toSorted((one, other) => one.label.localeCompare(other.label)),
      ],
    },
    {
      name: 'carrier',
      label: t('carrier'),
      options: [
        { value: '', label: t('anyCarrier') },
        // The chosen one also until the others are read.
        ...[...new Set([...carriers, carrier])].filter(Boolean).map((value) => ({ value, label: value })),
      ],
    },
    {
      name: 'tag',
      label: tTags('tags'),
      options: [
        { value: '', label: tTags('anyTag') },
        ...tags.map((used) => ({ value: used.folded, label: used.tag })),
        // One that no order has any more.
        ...(tag && !tags.some(({ folded }) => folded === tag) ? [{ value: tag, label: tag }] : []),
      ],
    },
    {
      name: 'origin',
      label: tTags('origin'),
      options: [
        { value: '', label: tTags('anyOrigin') },
        { value: 'own', label: tTags('own') },
        { value: 'imported', label: tTags('imported') },
      ],
    },
    ...(slots
      ? [
          {
            name: 'slot',
            label: t('slot'),
            options: [
              { value: '', label: t('anySlot') },
              ...slots.map(({ id, day_of_week, from_time, to_time }) => ({
                value: id,
                label: t('slotName', {
                  day: formatWeekday(day_of_week),
                  from: from_time.slice(0, 5),
                  to: to_time.slice(0, 5),
                }),
              })),
            ],
          },
        ]
      : []),
  ];
  const day = (name: 'from' | 'to' | 'slotDay') => (
    <DayField
      label={t(name)}
      name={name}
      value={filter[name]}
      onChange={(value) => send({ [name]: value })}
    />
  );
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid gap-3"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 md:grid-cols-[minmax(0,1fr)_repeat(3,minmax(6rem,9.5rem))_auto] lg:grid-cols-[minmax(10rem,1fr)_repeat(3,minmax(7rem,9.5rem))_auto]">
        <SearchField
          label={t('search')}
          hint={t('searchHint')}
          search={filter.search}
          field={field}
          onInput={type}
          onClear={isFiltered(query) ? () => clear([...collapsedFilters, 'customer']) : undefined}
        />
        <Button
          variant="outline"
          aria-expanded={open}
          aria-controls="order-filters more-order-filters"
          className="md:hidden"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="size-4" />
          {activeCount > 0 ? t('filtersChosen', { count: activeCount }) : t('filters')}
        </Button>
        <div
          id="order-filters"
          className={classes(
            'grid grid-cols-2 items-end gap-2 max-md:col-span-full md:contents',
            !open && 'max-md:hidden',
          )}
        >
          <Choices
            choices={mainFilters.map((choice) => ({ ...choice, hideLabel: true }))}
            query={query}
            onChoose={send}
          />
        </div>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={open}
          aria-controls="more-order-filters"
          aria-label={t('more')}
          title={t('more')}
          className="max-md:hidden max-2xl:px-2.5"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal className="size-4 2xl:hidden" />
          <span className="max-2xl:hidden">{t('more')}</span>
        </Button>
      </div>
      <div
        id="more-order-filters"
        hidden={!open}
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-5 [&[hidden]]:hidden"
      >
        {day('from')}
        {day('to')}
        <Choices choices={moreFilters} query={query} onChoose={send} />
        {day('slotDay')}
        <PhoneField
          label={t('phone')}
          hint={t('phoneHint')}
          value={phone}
          onChange={(value) => send({ phone: value })}
        />
      </div>
      {filter.customer ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {t('oneCustomer', { name: customer })}
          <Link to={changedQuery(query, { customer: '' })} className="text-link underline">
            {t('allCustomers')}
          </Link>
        </p>
      ) : null}
    </Form>
  );
}

type PhoneFieldProps = { label: string; hint: string; value: string; onChange: (phone: string) => void };

/** A filter by phone number that applies when the field is left or Enter is pressed. */
function PhoneField({ label, hint, value, onChange }: PhoneFieldProps) {
  const field = useFollowed(value);
  const apply = (typed: string) => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextField
      ref={field}
      label={label}
      placeholder={hint}
      type="tel"
      name="phone"
      defaultValue={value}
      onBlur={({ currentTarget }) => apply(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply(event.currentTarget.value);
      }}
    />
  );
}

type DayFieldProps = { label: string; name: string; value: string; onChange: (day: string) => void };

/** While a year is typed, a date input already holds a valid day, such as in the year 0002. */
const incompleteYear = /^0/;

/** A date filter that applies once the date is complete. */
function DayField({ label, name, value, onChange }: DayFieldProps) {
  const field = useFollowed(value);
  return (
    <TextField
      ref={field}
      label={label}
      type="date"
      name={name}
      defaultValue={value}
      onChange={({ currentTarget: { value: day } }) => {
        if (!incompleteYear.test(day)) onChange(day);
      }}
    />
  );
}
