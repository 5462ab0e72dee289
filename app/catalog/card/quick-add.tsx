import { Check, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { cardTexts } from '#app/i18n/texts/card.ts';
import type { CardProduct } from '#app/product/product.ts';
import { BareButton } from '#app/ui/button.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSingleRun } from '#app/ui/use-single-run.ts';

const loadChooser = () => import('./option-chooser.tsx');
const OptionChooser = lazyWithRetry(loadChooser, { Failed: DialogLoadFailed });

type QuickAddProps = { product: Pick<CardProduct, 'id' | 'name' | 'images' | 'hasOptions' | 'variantId'> };

/** Adds one item to the cart, after a dialog for its options if it has any. The code loads with the first click. */
export function QuickAdd({ product }: QuickAddProps) {
  const t = cardTexts();
  const { productsOptions } = useBrand();
  const navigate = useNavigate();
  const [state, run] = useSingleRun();
  const [choosing, setChoosing] = useState(false);
  const open = () => setChoosing(true);
  const add = () =>
    run(async () => {
      try {
        const { addOne } = await import('#app/cart/add-one.ts');
        return await addOne(product, productsOptions, (path) => navigate(path), open);
      } catch {
        toast({ title: t('notAdded'), description: t('notAddedWhy'), variant: 'destructive' });
        return false;
      }
    });
  const choose = () =>
    run(async () => {
      // A failed load is shown in place of the dialog.
      await loadChooser().catch(() => null);
      open();
      return false;
    });
  const { name, hasOptions } = product;
  const Icon = state === 'done' ? Check : ShoppingBag;
  return (
    <>
      <BareButton
        aria-label={t(hasOptions ? 'chooseNamed' : 'addNamedToCart', { name })}
        aria-haspopup={hasOptions ? 'dialog' : undefined}
        aria-busy={state === 'busy' || undefined}
        aria-disabled={state !== 'ready' || undefined}
        onClick={() => void (hasOptions ? choose() : add())}
        className="grid size-11 place-items-center transition focus-visible:opacity-100 group-hover:opacity-100 hover:[&>span]:bg-primary hover:[&>span]:text-on-primary [@media(hover:hover)]:opacity-0"
      >
        <span className="grid size-9 place-items-center rounded-full bg-raised/85 text-ink">
          {state === 'busy' ? <Spinner className="size-4" /> : <Icon className="size-4.5" />}
        </span>
      </BareButton>
      {choosing ? <OptionChooser product={product} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}
