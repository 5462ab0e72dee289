import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import adminProductsMessages from '#app/i18n/messages/en/admin-products.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { isFilled, useUnsaved } from '../../kit/edit/unsaved.ts';
import { refusalOf } from '../../kit/refusal.ts';
import type { Movement } from '../data/read-movements.ts';
import { moveStock } from '../data/save-product.ts';
import { StockMovements } from './stock-movements.tsx';

type StockPanelProps = { id: string; stock: number; movements: Movement[] };

/** What is in stock and how it came to be, and the way to add to it or take from it, apart from the form: sales go on while it is open. */
export function StockPanel({ id, stock, movements }: StockPanelProps) {
  const t = useTranslations('admin-products', adminProductsMessages);
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [typing, setTyping] = useState(false);
  useUnsaved(typing);

  const move = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const delta = Number(
      String(typed.get('delta') ?? '')
        .trim()
        .replace('−', '-')
        .replace(/(?<=\d),(?=\d{3})/g, ''),
    );
    if (!Number.isInteger(delta) || delta === 0) {
      setFailure(t('stockMoveWrong'));
      return;
    }
    setBusy(true);
    setFailure('');
    try {
      const now = await moveStock(id, delta, String(typed.get('note') ?? '').trim());
      toast({ title: t('stockMoved'), description: t('stockNow', { count: now }) });
      form.reset();
      setTyping(false);
      await revalidate();
    } catch (error) {
      setFailure(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="stock" className="grid gap-4 rounded-card border bg-surface p-4">
      <h2 id="stock" className="text-lg">
        {t('stockNow', { count: stock })}
      </h2>
      <form
        onSubmit={(event) => void move(event)}
        onInput={(event) => setTyping(isFilled(event.currentTarget))}
        noValidate
        className="grid items-end gap-3 sm:grid-cols-[12rem_1fr_auto]"
      >
        <TextField label={t('stockMove')} name="delta" autoComplete="off" error={failure} />
        <TextField label={t('stockNote')} name="note" optional maxLength={500} />
        <Button type="submit" variant="outline" busy={busy}>
          {t('moveStock')}
        </Button>
      </form>
      <p className="text-ink-soft text-sm">{t('stockMoveHint')}</p>
      <details className="group">
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-sm">{t('movements')}</summary>
        <StockMovements key={id} productId={id} movements={movements} />
      </details>
    </section>
  );
}
