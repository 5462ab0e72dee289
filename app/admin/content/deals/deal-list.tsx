import { useState } from 'react';
import { href, Link, useRevalidator } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatMoney, toPiastres } from '#app/lib/money.ts';
import { dealsWords } from '#app/messages/en/admin-deals.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { ListPages } from '../../list-pages.tsx';
import { refusalOf } from '../../refusal.ts';
import { DealEditor } from './deal-editor.tsx';
import { dealBadge, endedDeal } from './deal-form.ts';
import { type DealProduct, dealsPerPage, setDeal } from './deals-data.ts';

/** The products that shoppers find on the deals page; deals are made, changed and ended here. */
export function DealList({ deals, count, page }: { deals: DealProduct[]; count: number; page: number }) {
  const t = useWords(dealsWords);
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
                <HeadCell className="text-end">{t('was')}</HeadCell>
                <HeadCell>{t('badge')}</HeadCell>
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
  const t = useWords(dealsWords);
  const { currency } = useBrand();
  const { revalidate } = useRevalidator();
  const { id, name, price, original_price: was } = deal;
  const money = (pounds: number) => formatMoney(toPiastres(pounds), currency);
  const badge = dealBadge(deal);

  const fail = (why: string) => toast({ title: t('endFailed'), description: why, variant: 'destructive' });
  const set = async (version: number, prices: Parameters<typeof setDeal>[1]): Promise<boolean> => {
    try {
      const done = await setDeal({ id, version }, prices);
      if (!done) fail(t('conflict'));
      await revalidate();
      return done;
    } catch (error) {
      fail(refusalOf(error));
      return false;
    }
  };
  const end = async () => {
    if (!(await set(deal.version, endedDeal(deal)))) return;
    const before = { price, original_price: was, discount: deal.discount };
    toast({
      title: t('ended', { name: toastName(name) }),
      action: { label: t('undo'), onClick: () => void set(deal.version + 1, before) },
    });
  };

  return (
    <tr className="hover:bg-sunken">
      <Cell>
        <div className="flex min-w-48 items-center gap-3">
          <Picture
            src={deal.picture}
            alt=""
            sizes="3rem"
            widest={160}
            className="size-11 shrink-0 rounded-picture object-cover"
          />
          <Link to={href('/admin/products/edit/:id', { id })} className="font-medium text-link underline">
            {name}
          </Link>
          {deal.is_active ? null : <Badge>{t('hidden')}</Badge>}
        </div>
      </Cell>
      <Cell className="whitespace-nowrap text-end font-details tabular-nums">{money(price)}</Cell>
      <Cell className="whitespace-nowrap text-end font-details text-ink-soft tabular-nums">
        {was === null ? '–' : <s>{money(was)}</s>}
      </Cell>
      <Cell>{badge > 0 ? <Badge tone="brand">{t('badgeOf', { percent: String(badge) })}</Badge> : '–'}</Cell>
      <Cell>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" size="small" aria-label={t('editOne', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button
            variant="outline"
            size="small"
            aria-label={t('endOne', { name })}
            onClick={() => void end()}
          >
            {t('end')}
          </Button>
        </div>
      </Cell>
    </tr>
  );
}
