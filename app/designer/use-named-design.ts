import { useEffect } from 'react';
import { pageSession } from '#app/auth/session.ts';
import { type CartLine, lineIdentity } from '#app/cart/cart-line.ts';
import { useCart } from '#app/cart/cart-store.ts';
import { customizeTexts } from '#app/i18n/texts/customize.ts';
import { toast } from '#app/ui/toast.ts';
import { type Design, readDesign } from './design.ts';
import { removeParams } from './design-params.ts';
import type { DesignProduct } from './design-product.ts';
import { openDesign } from './designer-store.ts';
import { readDesigns } from './stored-designs.ts';

/** The given cart line if it has the design, else any line with it: the cart may hold it in several sizes. */
function cartLineOf(id: string, identity: string | null): CartLine | undefined {
  const lines = useCart.getState().lines.filter((line) => line.customizationId === id);
  return lines.find((line) => lineIdentity(line) === identity) ?? lines[0];
}

async function readNamed(id: string, line: CartLine | undefined): Promise<Design | null> {
  if (line?.design) return readDesign(line.design);
  const user = await pageSession.currentUser();
  const designs = user ? await readDesigns(user.id) : [];
  return designs.find((one) => one.id === id)?.design ?? null;
}

/** Opens the design of a cart line or of **My designs** that the URL names. */
export function useNamedDesign(id: string | null, shopProduct: DesignProduct | null): void {
  const ready = useCart((state) => state.ready);
  useEffect(() => {
    // The router does not notice that `removeParams` removed an opened design from the URL.
    const search = new URLSearchParams(location.search);
    if (!id || !ready || search.get('design') !== id) return;
    const line = cartLineOf(id, search.get('line'));
    let outdated = false;
    const open = async () => {
      const design = await readNamed(id, line).catch(() => null);
      if (outdated) return;
      if (!design) {
        const t = customizeTexts();
        toast({ title: t('openFailed'), variant: 'destructive' });
        return;
      }
      const size = line?.selectedSize ?? '';
      const saved = { id, document: JSON.stringify(design), inCart: true };
      const edited = line ? lineIdentity(line) : null;
      openDesign({ design, size, saved, line: edited }, shopProduct?.product.id ?? null);
      removeParams(['design', 'line']);
    };
    void open();
    return () => {
      outdated = true;
    };
  }, [id, ready, shopProduct]);
}
