import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import adminDealsMessages from '#app/i18n/messages/en/admin-deals.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../../kit/edit/editor-dialog.tsx';
import { useEditor } from '../../kit/edit/use-editor.ts';
import { errorMessage } from '../../kit/error-message.ts';
import { dealBadge, dealForm, typedPrices } from './deal-form.ts';
import { type DealProduct, saveDeal } from './deals-data.ts';
import { ProductPicker } from './product-picker.tsx';

/** Form of a new or existing deal: product, price and original price. */
export function DealEditor({ deal, onClose }: { deal: DealProduct | null; onClose: () => void }) {
  const t = useTranslations('admin-deals', adminDealsMessages);
  const [product, setProduct] = useState(deal);
  const form = useForm({ resolver: zodResolver(dealForm), defaultValues: typedPrices(deal) });
  const { register, watch, reset, formState } = form;
  const { errors } = formState;
  const typed = dealForm.safeParse(watch());
  const badge = typed.success
    ? dealBadge({
        price: Number(typed.data.price),
        original_price: Number(typed.data.original_price),
        discount: 0,
      })
    : 0;

  const editor = useEditor(form, {
    row: deal,
    // A new deal is compared with the product's own prices.
    formValues: (row) => typedPrices(row ?? product),
    write: async ({ price, original_price }, base) => {
      const target = base?.id === product?.id ? base : product;
      const prices = { price: Number(price), original_price: Number(original_price), discount: 0 };
      return target && saveDeal(target, prices);
    },
    saved: () => t('saved', { name: toastName(product?.name ?? '') }),
    onClose,
    failed: (error) => `${t('saveFailed')}: ${errorMessage(error)}`,
  });

  if (!product) {
    return (
      <Dialog open title={t('add')} onClose={onClose}>
        <ProductPicker
          onChoose={(chosen) => {
            reset({ price: '', original_price: String(chosen.price) });
            setProduct(chosen);
          }}
        />
      </Dialog>
    );
  }
  return (
    <EditorDialog
      resource={`product ${product.id}`}
      title={deal ? t('edit') : t('add')}
      editor={editor}
      names={{ labels: { price: t('newPrice'), original_price: t('oldPrice') } }}
      save={t('save')}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{product.name}</p>
        {deal ? null : (
          <Button variant="quiet" size="small" onClick={() => setProduct(null)}>
            {t('other')}
          </Button>
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('newPrice')}
          inputMode="decimal"
          error={errors.price?.message}
          {...register('price')}
        />
        <TextField
          label={t('oldPrice')}
          inputMode="decimal"
          error={errors.original_price?.message}
          {...register('original_price')}
        />
      </div>
      <p aria-live="polite" className="min-h-6 text-ink-soft text-sm">
        {badge > 0 ? t('shown', { percent: String(badge) }) : null}
      </p>
    </EditorDialog>
  );
}
