import { createStore, useStore } from 'zustand';
import { productsWords } from '#app/messages/en/admin-products.ts';
import { pageWords } from '#app/messages/words.ts';
import { toast, toastName } from '#app/ui/toast.ts';
import { refusalOf } from '../refusal.ts';
import { deleteProduct, showProduct } from './save-product.ts';

/** How long a deletion can be taken back, in ms; longer than its toast shows. */
const undoTime = 10_000;

const waiting = createStore<ReadonlySet<string>>(() => new Set());

/** Products that are about to be deleted; lists leave them out. */
export function useRemovals(): ReadonlySet<string> {
  return useStore(waiting);
}

function mark(id: string, gone: boolean): void {
  const next = new Set(waiting.getState());
  if (gone) next.add(id);
  else next.delete(id);
  waiting.setState(next, true);
}

/**
 * Takes a product off the shelf at once and deletes it when the time to undo is over: its reviews and wishes would not
 * come back with a row that is inserted again. A page that is closed before leaves the product hidden, not deleted.
 */
export async function removeProduct(product: {
  id: string;
  name: string;
  is_active: boolean;
}): Promise<void> {
  const t = pageWords(productsWords);
  const fail = (error: unknown) => {
    mark(product.id, false);
    toast({ title: t('deleteFailed'), description: refusalOf(error), variant: 'destructive' });
  };
  mark(product.id, true);
  try {
    await showProduct(product.id, false);
  } catch (error) {
    fail(error);
    return;
  }
  const timer = setTimeout(() => void deleteProduct(product.id).catch(fail), undoTime);
  const undo = () => {
    clearTimeout(timer);
    showProduct(product.id, product.is_active).then(() => mark(product.id, false), fail);
  };
  toast({
    title: t('deleted', { name: toastName(product.name) }),
    action: { label: t('undo'), onClick: undo },
  });
}
