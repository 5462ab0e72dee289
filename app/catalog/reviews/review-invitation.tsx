import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { pageSession } from '#app/auth/session.ts';
import { reviewFormTexts } from '#app/i18n/texts/review-form.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import type { Product } from '#app/product/product.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { sendOnce } from '#app/ui/send-once.ts';
import { TextareaField, TextField } from '#app/ui/text-field.tsx';
import { useAction } from '#app/ui/use-action.ts';
import { type ReviewForm, reviewForm } from './review-form.ts';

const ratings = ['5', '4', '3', '2', '1'] as const;

type WriteReviewProps = {
  product: Product;
  /** Outlives the dialog, so that Escape loses nothing. */
  form: UseFormReturn<ReviewForm>;
  onClose: () => void;
  onSent: () => void;
};

function WriteReview({ product, form, onClose, onSent }: WriteReviewProps) {
  const t = reviewFormTexts();
  const { control, register, handleSubmit, formState } = form;
  const { errors } = formState;
  const { busy, act } = useAction({
    explain: (error) => (error instanceof Error ? error.message : ''),
  });
  const send = async (form: ReviewForm) => {
    const [supabase, user] = await Promise.all([loadSupabase(), pageSession.currentUser()]);
    const review = {
      tenant_id: pageTenant(),
      product_id: product.id,
      user_id: user?.id ?? '',
      rating: Number(form.rating),
      title: form.title,
      body: form.body,
    };
    let attempts = 0;
    await sendOnce(`review ${product.id}`, async (id) => {
      attempts += 1;
      const answer = await supabase.from('reviews').insert({ ...review, id });
      // The review of the attempt whose answer was lost.
      if (attempts === 1 || answer.error?.code !== '23505') dataOf(answer);
    });
  };
  const submit = handleSubmit((form) =>
    act({
      run: () => send(form),
      onDone: onSent,
      done: () => ({ title: t('sent'), description: t('sentWhy') }),
      failed: t('failed'),
    }),
  );
  return (
    <Dialog open ignoreBackdropClick onClose={onClose} title={t('write')} description={product.name}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Controller
          control={control}
          name="rating"
          render={({ field }) => (
            <RadioGroup
              legend={t('rating')}
              name="rating"
              layout="chips"
              options={ratings.map((value) => ({ value, label: t('stars', { rating: Number(value) }) }))}
              value={field.value ?? null}
              onChange={field.onChange}
              error={errors.rating?.message}
            />
          )}
        />
        <TextField
          dir="auto"
          label={t('heading')}
          optional
          error={errors.title?.message}
          {...register('title')}
        />
        <TextareaField
          dir="auto"
          label={t('body')}
          hint={t('bodyHint')}
          rows={5}
          error={errors.body?.message}
          {...register('body')}
        />
        <Button type="submit" busy={busy}>
          {t('send')}
        </Button>
      </form>
    </Dialog>
  );
}

/** **Write a review**, for customers who received the product and have not reviewed it; renders nothing for others. */
export default function ReviewInvitation({ product }: { product: Product }) {
  const t = reviewFormTexts();
  const [invited, setInvited] = useState(false);
  const [writing, setWriting] = useState(false);
  const form = useForm<ReviewForm>({
    resolver: zodResolver(reviewForm),
    defaultValues: { title: '', body: '' },
  });
  const { id } = product;

  useEffect(() => {
    let cancelled = false;
    loadSupabase()
      .then((supabase) => supabase.rpc('can_review', { p_product_id: id }))
      .then((answer) => {
        if (!cancelled) setInvited(dataOf(answer) === true);
      })
      // A failed check shows no invitation.
      .catch(() => {});
    return () => {
      cancelled = true;
    };
  }, [id]);

  if (!invited) return null;
  const done = () => {
    setWriting(false);
    setInvited(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card bg-tint p-pad text-on-tint">
      <p className="grow">{t('why')}</p>
      <Button onClick={() => setWriting(true)}>{t('write')}</Button>
      {writing ? (
        <WriteReview product={product} form={form} onClose={() => setWriting(false)} onSent={done} />
      ) : null}
    </div>
  );
}
