import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { changeCart } from '#app/cart/cart-store.ts';
import { priceRules } from '#app/cart/unit-price.ts';
import { ordersTexts } from '#app/i18n/texts/orders.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSingleRun } from '#app/ui/use-single-run.ts';
import { type ReorderResult, withReorder } from './buy-again.ts';
import type { OrderLine } from './read-orders.ts';

/** **Buy again**: adds an order's lines to the cart and lists those that could not be added. */
export function BuyAgain({ lines }: { lines: readonly OrderLine[] }) {
  const t = ordersTexts();
  const { productsOptions } = useBrand();
  const { settings } = useRootData();
  const navigate = useNavigate();
  const [state, run] = useSingleRun();
  const [results, setResults] = useState<readonly (ReorderResult & { id: number })[] | null>(null);

  const buy = async () => {
    try {
      const { readReorderLines } = await import('./reorder-lines.ts');
      const reorderLines = await readReorderLines(lines, productsOptions, priceRules(settings));
      let reordered: ReorderResult[] = [];
      changeCart((cart) => {
        const { lines: changed, results } = withReorder(cart, reorderLines);
        reordered = results;
        return changed;
      });
      if (reordered.some(({ kind }) => kind !== 'added')) {
        // Lines may share a name.
        setResults(reordered.map((result, id) => ({ ...result, id })));
      } else {
        toast({
          title: t('againAdded'),
          action: { label: t('goToCart'), onClick: () => void navigate(href('/cart')) },
        });
      }
      return true;
    } catch {
      toast({ title: t('againFailed'), description: t('unreachable'), variant: 'destructive' });
      return false;
    }
  };

  const someAdded = results?.some(({ kind }) => kind === 'added' || kind === 'fewer') ?? false;
  return (
    <>
      <Button variant="outline" busy={state === 'busy'} done={state === 'done'} onClick={() => void run(buy)}>
        {state === 'ready' ? <RotateCcw className="size-4" /> : null}
        {t('buyAgain')}
      </Button>
      <Dialog
        open={results !== null}
        onClose={() => setResults(null)}
        title={someAdded ? t('againSome') : t('againNone')}
        actions={
          someAdded ? (
            <LinkButton to={href('/cart')}>{t('goToCart')}</LinkButton>
          ) : (
            <LinkButton to={href('/shop')}>{t('toShop')}</LinkButton>
          )
        }
      >
        <ul className="grid gap-3">
          {results?.map((result) => (
            <li key={result.id} className="border-b pb-3 last:border-b-0 last:pb-0">
              <p className="font-semibold">{result.name}</p>
              <p className={result.kind === 'added' ? 'text-success-text' : 'text-ink-soft'}>
                {result.kind === 'fewer'
                  ? t('again_fewer', { added: result.added, wanted: result.wanted })
                  : t(`again_${result.kind}`)}
              </p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
