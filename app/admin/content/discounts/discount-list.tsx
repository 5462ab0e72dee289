import { useMemo } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate, formatDateTime } from '#app/i18n/format.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminDiscountsTexts } from '#app/i18n/texts/admin-discounts.ts';
import { BackendError } from '#app/lib/backend-error.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import type { SavedView } from '../../ui/list/saved-views.ts';
import { SecondLine } from '../../ui/list/table-parts.tsx';
import {
  CheckboxInput,
  PeriodInputs,
  SelectInput,
  TextInput,
  TranslatedInput,
} from '../../ui/resource/inputs.tsx';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { addRow, saveRow } from '../../ui/resource/rows.ts';
import { shopTimeText } from '../../ui/shop-time.ts';
import { stateTones, windowState } from '../window-state.ts';
import {
  type DiscountForm,
  discountColumns,
  discountForm,
  discountFormValues,
  discountKinds,
  discountTexts,
} from './discount-form.ts';
import {
  type DiscountFilter,
  defaultDiscountSort,
  discountsPerPage,
  discountTypes,
  type ListedDiscount,
  readAllDiscounts,
  readDiscount,
} from './discounts-data.ts';

const column = columnsOf<ListedDiscount>();

function useDiscountColumns() {
  const t = adminDiscountsTexts();
  const { currency } = useBrand();
  return useMemo(() => {
    const amount = (pounds: number) => formatPounds(pounds, currency);
    const formatWorth = ({ kind, value }: ListedDiscount) =>
      ({
        percent: t('percentOff', { value: String(value) }),
        fixed: t('fixedOff', { amount: amount(value) }),
        free_shipping: t('freeShipping'),
      })[kind];
    const formatPeriod = ({ starts_at: from, ends_at: to }: ListedDiscount) =>
      from || to ? `${from ? formatDateTime(from) : '…'} – ${to ? formatDateTime(to) : '…'}` : t('always');
    const stateOf = ({ is_active: active, starts_at: from, ends_at: to }: ListedDiscount) =>
      windowState({ active, from, to });
    return column.columns([
      column.accessor('code', {
        header: t('code'),
        enableHiding: false,
        meta: { isMain: true, className: 'w-full max-w-0' },
        cell: ({ row: { original: discount } }) => (
          <>
            <span className="wrap-anywhere block font-details font-semibold">{discount.code}</span>
            {discount.description ? (
              <SecondLine className="wrap-anywhere text-sm">
                <span className="line-clamp-2">{discount.description}</span>
              </SecondLine>
            ) : null}
          </>
        ),
      }),
      column.accessor(formatWorth, {
        id: 'worth',
        header: t('worth'),
        meta: { from: 'lg', className: 'whitespace-nowrap' },
        cell: ({ getValue, row: { original: discount } }) => (
          <>
            {getValue()}
            {discount.minimum_subtotal > 0 ? (
              <SecondLine>{t('fromMinimum', { amount: amount(discount.minimum_subtotal) })}</SecondLine>
            ) : null}
          </>
        ),
      }),
      column.accessor(formatPeriod, {
        id: 'runs',
        header: t('window'),
        meta: { from: '4xl', className: 'whitespace-nowrap text-ink-soft' },
      }),
      column.accessor('uses', {
        header: t('uses'),
        enableSorting: false,
        meta: { from: '2xl', align: 'end', named: true },
        cell: ({ getValue, row: { original: discount } }) => {
          const limit = discount.total_limit;
          return limit ? t('usesOf', { uses: getValue(), limit }) : getValue();
        },
      }),
      column.accessor((discount) => t(`state_${stateOf(discount)}`), {
        id: 'state',
        header: t('state'),
        enableSorting: false,
        meta: { from: 'lg' },
        cell: ({ getValue, row: { original: discount } }) => (
          <span data-line className="flex flex-wrap gap-1">
            <Badge tone={stateTones[stateOf(discount)]}>{getValue()}</Badge>
            {discount.is_public ? <Badge tone="tint">{t('public')}</Badge> : null}
          </span>
        ),
      }),
      column.accessor(({ created_at }) => shopTimeText(created_at), {
        id: 'created',
        header: t('created'),
        meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
        cell: ({ row: { original: discount } }) => formatDate(discount.created_at),
      }),
    ]);
  }, [t, currency]);
}

function useDiscounts(): Resource<ListedDiscount, DiscountForm> {
  const t = adminDiscountsTexts();
  const tAdmin = adminTexts();
  const columns = useDiscountColumns();
  return useMemo(
    () => ({
      list: 'codes',
      entity: 'discount',
      title: t('title'),
      nameOf: ({ code }) => code,
      sort: defaultDiscountSort,
      columns,
      add: t('add'),
      none: t('none'),
      noneWhy: t('noneWhy'),
      form: {
        schema: discountForm,
        values: discountFormValues,
        translated: discountTexts,
        labels: {
          code: t('code'),
          description: t('description'),
          kind: t('kind'),
          value: t('worth'),
          minimum: t('minimum'),
          totalLimit: t('totalLimit'),
          perPersonLimit: t('perPersonLimit'),
          from: t('from'),
          to: t('to'),
          isActive: t('isActive'),
          isPublic: t('isPublic'),
        },
        formatField: (field, value) => {
          const named = discountKinds.find((one) => field === 'kind' && one === value);
          return named && t(`kind_${named}`);
        },
        fields: ({ watch }) => {
          const kind = watch('kind');
          return (
            <>
              <TextInput
                name="code"
                hint={t('codeHint')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <SelectInput
                  name="kind"
                  options={discountKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
                />
                {kind === 'free_shipping' ? null : (
                  <TextInput name="value" label={t(`value_${kind}`)} inputMode="decimal" />
                )}
                <TextInput name="minimum" inputMode="decimal" />
              </div>
              <fieldset className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
                <legend className="mb-2 text-ink-soft text-sm">{t('limitHint')}</legend>
                <TextInput name="totalLimit" inputMode="numeric" />
                <TextInput name="perPersonLimit" inputMode="numeric" />
              </fieldset>
              <PeriodInputs hint={t('windowHint')} />
              <TranslatedInput name="description" optional />
              <div>
                <CheckboxInput name="isActive" />
                <CheckboxInput name="isPublic" />
              </div>
            </>
          );
        },
        write: (values, base) =>
          base
            ? saveRow('discounts', base, discountColumns(values, base), readDiscount)
            : addRow('discounts', { ...discountColumns(values, null), tenant_id: pageTenant() }),
        title: (task) => (task.kind === 'edit' ? tAdmin('editOne', { name: task.row.code }) : t('addTitle')),
        save: () => t('save'),
        saved: ({ code }) => tAdmin('saved', { name: code }),
        failed: (error, form) => {
          if (!(error instanceof BackendError && error.code === '23505'))
            return `${t('saveFailed')}: ${errorMessage(error)}`;
          form.setError('code', { message: t('codeTaken') }, { shouldFocus: true });
          return '';
        },
      },
      switches: { table: 'discounts', isActive: ({ is_active }) => is_active, failed: t('saveFailed') },
      deletes: {
        table: 'discounts',
        why: ({ user_id, uses }) => (user_id ? t('ownedWhy') : uses > 0 ? t('usedWhy') : undefined),
        failed: t('deleteFailed'),
      },
    }),
    [t, tAdmin, columns],
  );
}

type DiscountsProps = { filter: DiscountFilter; rows: ListedDiscount[]; count: number; views: SavedView[] };

/** The store's discount codes with their number of uses. */
export function Discounts({ filter, rows, count, views }: DiscountsProps) {
  const t = adminDiscountsTexts();
  const choice = {
    name: 'show',
    label: t('show'),
    options: discountTypes.map((value) => ({ value, label: t(`show_${value}`) })),
  };
  return (
    <ResourceList
      resource={useDiscounts()}
      rows={rows}
      paging={{ page: filter.page, perPage: discountsPerPage, count }}
      filters={<ListSearch label={t('search')} search={filter.search} choices={[choice]} />}
      views={views}
      readAll={() => readAllDiscounts(filter)}
    />
  );
}
