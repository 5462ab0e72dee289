import { useEffect } from 'react';
import { currentUser } from '#app/auth/session.ts';
import { useCart } from '#app/cart/cart-store.ts';
import customizeMessages from '#app/i18n/messages/en/customize.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { toast } from '#app/ui/toast.ts';
import { type Design, readDesign } from './design.ts';
import { removeParams } from './design-params.ts';
import type { DesignProduct } from './design-product.ts';
import { openDesign } from './designer-store.ts';
import { readDesigns } from './stored-designs.ts';

async function named(id: string): Promise<Design | null> {
  const line = useCart.getState().lines.find((one) => one.customizationId === id);
  if (line?.design) return readDesign(line.design);
  const user = await currentUser();
  const designs = user ? await readDesigns(user.id) : [];
  return designs.find((one) => one.id === id)?.design ?? null;
}

/** Opens the design of a cart line, or of **My designs**, that the address names. */
export function useNamedDesign(id: string | null, shopProduct: DesignProduct | null): void {
  const ready = useCart((state) => state.ready);
  useEffect(() => {
    if (!id || !ready) return;
    let outdated = false;
    named(id).then(
      (design) => {
        if (outdated) return;
        if (design) {
          const size = useCart.getState().lines.find((one) => one.customizationId === id)?.selectedSize ?? '';
          const saved = { id, document: JSON.stringify(design), inCart: true };
          openDesign({ design, size, saved }, shopProduct?.product.id ?? null);
          removeParams(['design']);
        } else
          toast({
            title: getTranslations('customize', customizeMessages)('openFailed'),
            variant: 'destructive',
          });
      },
      () =>
        !outdated &&
        toast({
          title: getTranslations('customize', customizeMessages)('openFailed'),
          variant: 'destructive',
        }),
    );
    return () => {
      outdated = true;
    };
  }, [id, ready, shopProduct]);
}
