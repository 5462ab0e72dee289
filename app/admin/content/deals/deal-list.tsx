import { CircleOff } from 'lucide-react';
import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminDealsTexts } from '#app/i18n/texts/admin-deals.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { toastName } from '#app/ui/toast.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { columnsOf } from '../../ui/list/features.ts';
import type { SavedView } from '../../ui/list/saved-views.ts';
import { RowPicture } from '../../ui/list/table-parts.tsx';
import { TextInput } from '../../ui/resource/inputs.tsx';
import type { FormTask, Resource } from '../../ui/resource/resource.ts';
import { ResourceList } from '../../ui/resource/resource-list.tsx';
import { shopTimeText } from '../../ui/shop-time.ts';
import { type DealForm, dealBadge, dealForm, typedPrices, withoutDeal } from './deal-form.ts';
import {
  type DealFilter,
  type DealPrices,
  type DealProduct,
  dealsPerPage,
  defaultDealSort,
  readAllDeals,
  saveDeal,
  setDeal,
} from './deals-data.ts';
import { ProductPicker } from './product-picker.tsx';

const column = columnsOf<DealProduct>();

/** The resource of products with a deal: a price with a higher original price beside it. */
function useDeals(): Resource<DealProduct, DealForm> {
  const t = adminDealsTexts();
  const { currency } = useBrand();
  return useMemo(() => {
    const money = (pounds: number) => formatPounds(pounds, currency);
    const columns = column.columns([
      column.display({
        id: 'picture',
        header: t('picture'),
        meta: { from: 'lg', hiddenWhenFolded: true, unseenHead: true, className: 'w-0' },
        cell: ({ row: { original: deal } }) => <RowPicture src={deal.picture} />,
      }),
      column.accessor('name', {
        header: t('product'),
        enableHiding: false,
        meta: { isMain: true, className: '@max-2xl:w-full' },
        cell: ({ row: { original: deal } }) => (
          <span data-line className="flex flex-wrap items-center gap-2">
            <Link
              to={href('/admin/products/edit/:id', { id: deal.id })}
              className="wrap-anywhere min-w-0 font-medium text-link underline"
            >
              {deal.name}
            </Link>
            {deal.is_active ? null : <Badge>{t('hidden')}</Badge>}
          </span>
        ),
      }),
      column.accessor('price', {
        header: t('price'),
        meta: { align: 'end' },
        cell: ({ getValue }) => money(getValue()),
      }),
      column.accessor('original_price', {
        id: 'original_price',
        header: t('originalPrice'),
        meta: { from: 'lg', align: 'end', className: 'text-ink-soft' },
        cell: ({ getValue }) => {
          const original = getValue();
          return original === null ? null : <s className="text-ink-soft">{money(original)}</s>;
        },
      }),
      column.accessor(dealBadge, {
        id: 'badge',
        header: t('badge'),
        enableSorting: false,
        meta: { from: 'lg' },
        cell: ({ getValue }) =>
          getValue() > 0 ? <Badge tone="brand">{t('badgeOf', { percent: String(getValue()) })}</Badge> : null,
      }),
      column.accessor(({ created_at }) => shopTimeText(created_at), {
        id: 'created',
        header: t('created'),
        meta: { from: '3xl', hiddenByDefault: true, named: true, className: 'whitespace-nowrap' },
        cell: ({ row: { original: deal } }) => formatDate(deal.created_at),
      }),
    ]);
    const set = async ({ id }: DealProduct, version: number, prices: DealPrices) => {
      if (!(await setDeal({ id, version }, prices))) throw new Error(t('conflict'));
    };
    return {
      list: 'deals',
      entity: 'product',
      title: t('title'),
      nameOf: ({ name }) => name,
      sort: defaultDealSort,
      columns,
      add: t('add'),
      choose: (onChoose) => <ProductPicker onChoose={onChoose} />,
      none: t('none'),
      noneWhy: t('noneWhy'),
      form: {
        schema: dealForm,
        values: typedPrices,
        labels: { price: t('newPrice'), original_price: t('oldPrice') },
        fields: (form, task) => <DealFields form={form} task={task} />,
        write: async ({ price, original_price }, base) =>
          base &&
          saveDeal(base, { price: Number(price), original_price: Number(original_price), discount: 0 }),
        title: ({ kind }) => t(kind === 'edit' ? 'edit' : 'add'),
        open: ({ name }) => t('editOne', { name }),
        save: () => t('save'),
        saved: (_, { row }) => t('saved', { name: toastName(row?.name ?? '') }),
        failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
      },
      actions: [
        {
          icon: CircleOff,
          label: ({ name }) => t('endOne', { name }),
          change: (deal) => ({
            run: () => set(deal, deal.version, withoutDeal(deal)),
            undo: () => {
              const { price, original_price, discount } = deal;
              return set(deal, deal.version + 1, { price, original_price, discount });
            },
            done: t('ended', { name: toastName(deal.name) }),
            failed: t('endFailed'),
          }),
        },
      ],
    };
  }, [t, currency]);
}

type DealFieldsProps = { form: UseFormReturn<DealForm, unknown, DealForm>; task: FormTask<DealProduct> };

/** Fields of a deal's prices, with the product's name above and the badge that shoppers see. */
function DealFields({ form, task }: DealFieldsProps) {
  const t = adminDealsTexts();
  const typed = dealForm.safeParse(form.watch());
  const badge = typed.success
    ? dealBadge({
        price: Number(typed.data.price),
        original_price: Number(typed.data.original_price),
        discount: 0,
      })
    : 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{task.row?.name}</p>
        {task.kind === 'chosen' ? (
          <Button variant="quiet" size="small" onClick={task.again}>
            {t('other')}
          </Button>
        ) : null}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextInput name="price" inputMode="decimal" />
        <TextInput name="original_price" inputMode="decimal" />
      </div>
      <p aria-live="polite" className="min-h-6 text-ink-soft text-sm">
        {badge > 0 ? t('shown', { percent: String(badge) }) : null}
      </p>
    </>
  );
}

type DealListProps = { filter: DealFilter; rows: DealProduct[]; count: number; views: SavedView[] };

/** List of the products on the deals page, with add, edit and end. */
export function DealList({ filter, rows, count, views }: DealListProps) {
  const t = adminDealsTexts();
  return (
    <ResourceList
      resource={useDeals()}
      rows={rows}
      paging={{ page: filter.page, perPage: dealsPerPage, count }}
      filters={<p className="text-ink-soft text-sm">{t('lead')}</p>}
      views={views}
      readAll={() => readAllDeals(filter.sort)}
    />
  );
}
