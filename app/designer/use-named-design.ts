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

const cartLineOf = (id: string) => useCart.getState().lines.find((line) => line.customizationId === id);

async function readNamed(id: string): Promise<Design | null> {
  const design = cartLineOf(id)?.design;
  if (design) return readDesign(design);
  const user = await currentUser();
  const designs = user ? await readDesigns(user.id) : [];
  return designs.find((one) => one.id === id)?.design ?? null;
}

/** Opens the design of a cart line, or of **My designs**, that the address names. */
export function useNamedDesign(id: string | null, shopProduct: DesignProduct | null): void {
  const ready = useCart((state) => state.ready);
  useEffect(() => {
    // The router does not notice that `removeParams` took an opened design out of the address.
    const isInAddress = new URLSearchParams(location.search).get('design') === id;
    if (!id || !ready || !isInAddress) return;
    let outdated = false;
    const open = async () => {
      const design = await readNamed(id).catch(() => null);
      if (outdated) return;
      if (!design) {
        const t = getTranslations('customize', customizeMessages);
        toast({ title: t('openFailed'), variant: 'destructive' });
        return;
      }
      const size = cartLineOf(id)?.selectedSize ?? '';
      const saved = { id, document: JSON.stringify(design), inCart: true };
      openDesign({ design, size, saved }, shopProduct?.product.id ?? null);
      removeParams(['design']);
    };
    void open();
    return () => {
      outdated = true;
    };
  }, [id, ready, shopProduct]);
}
