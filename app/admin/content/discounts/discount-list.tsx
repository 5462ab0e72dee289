import { useState } from 'react';
import adminDiscountsMessages from '#app/i18n/messages/en/admin-discounts.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { HeadCell, Table } from '#app/ui/table.tsx';
import { ListPages } from '../../kit/list/list-pages.tsx';
import { ListSearch } from '../../kit/list/list-search.tsx';
import { DiscountEditor } from './discount-editor.tsx';
import { DiscountRow } from './discount-row.tsx';
import {
  type DiscountFilter,
  discountShelves,
  discountsPerPage,
  type ListedDiscount,
} from './discounts-data.ts';

type DiscountListProps = { filter: DiscountFilter; discounts: ListedDiscount[]; count: number };

/** The store's discount codes with what is left of them. */
export function DiscountList({ filter, discounts, count }: DiscountListProps) {
  const t = useTranslations('admin-discounts', adminDiscountsMessages);
  const [open, setOpen] = useState<ListedDiscount['row'] | 'new' | null>(null);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 max-lg:basis-full">
          <ListSearch
            label={t('search')}
            search={filter.search}
            choices={[
              {
                name: 'show',
                label: t('show'),
                options: discountShelves.map((value) => ({ value, label: t(`show_${value}`) })),
              },
            ]}
          />
        </div>
        <Button onClick={() => setOpen('new')}>{t('add')}</Button>
      </div>
      {discounts.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneWhy')}</EmptyState>
      ) : (
        <>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('code')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('worth')}</HeadCell>
                <HeadCell className="hidden @4xl:table-cell">{t('window')}</HeadCell>
                <HeadCell className="hidden text-end @2xl:table-cell">{t('uses')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('state')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('actions')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {discounts.map((discount) => (
                <DiscountRow key={discount.row.id} discount={discount} onEdit={() => setOpen(discount.row)} />
              ))}
            </tbody>
          </Table>
          <ListPages page={filter.page} perPage={discountsPerPage} shown={discounts.length} count={count} />
        </>
      )}
      {open ? <DiscountEditor discount={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}
