import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { dealsWords } from '#app/messages/en/admin-deals.ts';
import { useWords } from '#app/messages/use-words.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast, toastName } from '#app/ui/toast.ts';
import { EditorDialog } from '../../editor-dialog.tsx';
import { FormEnd } from '../../form-end.tsx';
import { refusalOf } from '../../refusal.ts';
import { dealBadge, dealForm } from './deal-form.ts';
import { type DealProduct, setDeal } from './deals-data.ts';
import { ProductPicker } from './product-picker.tsx';

/** Makes or changes a deal: which product, what it costs, what is struck out. */
export function DealEditor({ deal, onClose }: { deal: DealProduct | null; onClose: () => void }) {
  const t = useWords(dealsWords);
  const { revalidate } = useRevalidator();
  const [product, setProduct] = useState(deal);
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, watch, reset, formState } = useForm({
    resolver: zodResolver(dealForm),
    defaultValues: { price: String(deal?.price ?? ''), was: String(deal?.original_price ?? '') },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const typed = dealForm.safeParse(watch());
  const badge = typed.success
    ? dealBadge({ price: Number(typed.data.price), original_price: Number(typed.data.was), discount: 0 })
    : 0;

  const save = handleSubmit(async ({ price, was }) => {
    if (!product) return;
    setFailure('');
    try {
      const prices = { price: Number(price), original_price: Number(was), discount: 0 };
      if (!(await setDeal(product, prices))) {
        setFailure(t('conflict'));
        return;
      }
      toast({ title: t('saved', { name: toastName(product.name) }) });
      onClose();
      await revalidate();
    } catch (error) {
      setFailure(`${t('saveFailed')}: ${refusalOf(error)}`);
    }
  });

  return (
    <EditorDialog title={deal ? t('edit') : t('add')} dirty={isDirty} onClose={onClose}>
      {product ? (
        <form onSubmit={save} noValidate className="grid gap-5">
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
              error={errors.was?.message}
              {...register('was')}
            />
          </div>
          <p aria-live="polite" className="min-h-6 text-ink-soft text-sm">
            {badge > 0 ? t('shown', { percent: String(badge) }) : null}
          </p>
          <FormEnd
            failure={failure}
            save={t('save')}
            cancel={t('cancel')}
            busy={isSubmitting}
            onCancel={onClose}
          />
        </form>
      ) : (
        <ProductPicker
          onChoose={(chosen) => {
            reset({ price: '', was: String(chosen.price) });
            setProduct(chosen);
          }}
        />
      )}
    </EditorDialog>
  );
}
