import { CircleOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { href, Link } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney } from '#app/i18n/format.ts';
import adminDealsMessages from '#app/i18n/messages/en/admin-deals.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { toPiastres } from '#app/lib/money.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { toastName } from '#app/ui/toast.ts';
import { ListPages } from '../../kit/list/list-pages.tsx';
import { RowActions } from '../../kit/list/row-actions.tsx';
import { useChange } from '../../kit/use-change.ts';
import { DealEditor } from './deal-editor.tsx';
import { dealBadge, endedDeal } from './deal-form.ts';
import { type DealPrices, type DealProduct, dealsPerPage, setDeal } from './deals-data.ts';

/** The products that shoppers find on the deals page; deals are made, changed and ended here. */
export function DealList({ deals, count, page }: { deals: DealProduct[]; count: number; page: number }) {
  const t = useTranslations('admin-deals', adminDealsMessages);
  const [open, setOpen] = useState<DealProduct | 'new' | null>(null);
  const add = <Button onClick={() => setOpen('new')}>{t('add')}</Button>;
  return (
    <div className="grid gap-5">
      {deals.length === 0 ? (
        <EmptyState title={t('none')} action={add}>
          {t('noneWhy')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft">{t('lead')}</p>
            {add}
          </div>
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('product')}</HeadCell>
                <HeadCell className="text-end">{t('price')}</HeadCell>
                <HeadCell className="hidden text-end @lg:table-cell">{t('was')}</HeadCell>
                <HeadCell className="hidden @lg:table-cell">{t('badge')}</HeadCell>
                <HeadCell>
                  <span className="sr-only">{t('actions')}</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {deals.map((deal) => (
                <DealRow key={deal.id} deal={deal} onEdit={() => setOpen(deal)} />
              ))}
            </tbody>
          </Table>
          <ListPages page={page} perPage={dealsPerPage} shown={deals.length} count={count} />
        </>
      )}
      {open ? <DealEditor deal={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

function DealRow({ deal, onEdit }: { deal: DealProduct; onEdit: () => void }) {
  const t = useTranslations('admin-deals', adminDealsMessages);
  const { currency } = useBrand();
  const { busy, change } = useChange();
  const { id, name, price, original_price: was } = deal;
  const money = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  const badge = dealBadge(deal);
  const percent = badge > 0 ? <Badge tone="brand">{t('badgeOf', { percent: String(badge) })}</Badge> : null;

  const set = async (version: number, prices: DealPrices) => {
    if (!(await setDeal({ id, version }, prices))) throw new Error(t('conflict'));
  };
  const end = () =>
    void change({
      work: () => set(deal.version, endedDeal(deal)),
      undo: () => set(deal.version + 1, { price, original_price: was, discount: deal.discount }),
      done: t('ended', { name: toastName(name) }),
      failed: t('endFailed'),
    });

  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <div className="flex items-center gap-3">
          <Picture
            src={deal.picture}
            alt=""
            sizes="3rem"
            widest={160}
            className="hidden size-11 shrink-0 rounded-picture object-cover @md:block"
          />
          <Link
            to={href('/admin/products/edit/:id', { id })}
            className="min-w-0 break-words font-medium text-link underline"
          >
            {name}
          </Link>
          {deal.is_active ? null : <Badge>{t('hidden')}</Badge>}
        </div>
      </Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">
        <span className="block">{money(price)}</span>
        <span className="mt-0.5 grid justify-items-end gap-1 text-ink-soft text-xs @lg:hidden">
          {was === null ? null : <s>{money(was)}</s>}
          {percent}
        </span>
      </Cell>
      <Cell className="hidden whitespace-nowrap text-end font-details text-ink-soft tabular-nums @lg:table-cell">
        {was === null ? '–' : <s>{money(was)}</s>}
      </Cell>
      <Cell className="hidden @lg:table-cell">{percent ?? '–'}</Cell>
      <Cell>
        <RowActions
          actions={[
            { icon: Pencil, label: t('editOne', { name }), run: onEdit },
            { icon: CircleOff, label: t('endOne', { name }), run: end, busy },
          ]}
        />
      </Cell>
    </tr>
  );
}
