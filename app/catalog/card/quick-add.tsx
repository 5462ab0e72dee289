import { Check, ShoppingBag } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import cardMessages from '#app/i18n/messages/en/card.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import type { CardProduct } from '#app/product/product.ts';
import { BareButton } from '#app/ui/bare-button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { toast } from '#app/ui/toast.ts';
import { useSingleRun } from '#app/ui/use-single-run.ts';

/** Puts one of a product without a choice into the cart; the work loads with the first click. */
export function QuickAdd({ product }: { product: Pick<CardProduct, 'id' | 'name'> }) {
  const t = useTranslations('card', cardMessages);
  const { productsOptions } = useBrand();
  const navigate = useNavigate();
  const [state, run] = useSingleRun();
  const add = () =>
    run(async () => {
      try {
        const { addOne } = await import('#app/cart/add-one.ts');
        return await addOne(product, productsOptions, (path) => navigate(path));
      } catch {
        toast({ title: t('notAdded'), description: t('notAddedWhy'), variant: 'destructive' });
        return false;
      }
    });
  const Icon = state === 'done' ? Check : ShoppingBag;
  return (
    <BareButton
      aria-label={t('addNamedToCart', { name: product.name })}
      aria-busy={state === 'busy' || undefined}
      aria-disabled={state !== 'ready' || undefined}
      onClick={() => void add()}
      className="grid size-11 place-items-center transition focus-visible:opacity-100 group-hover:opacity-100 hover:[&>span]:bg-primary hover:[&>span]:text-on-primary [@media(hover:hover)]:opacity-0"
    >
      <span className="grid size-9 place-items-center rounded-full bg-raised/85 text-ink">
        {state === 'busy' ? <Spinner className="size-4" /> : <Icon className="size-4.5" />}
      </span>
    </BareButton>
  );
}
