import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { formatDateTime } from '#app/i18n/format.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { Button } from '#app/ui/button.tsx';
import { Cell, HeadCell, Table } from '#app/ui/table.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useDirtyForm } from '../ui/edit/dirty-forms.ts';
import { useChange } from '../ui/use-change.ts';

type Change = { delta: string; reason: string };

type BalanceLedgerProps = {
  words: {
    title: string;
    /** Name of the form. */
    form: string;
    delta: string;
    hint: string;
    change: string;
    history: string;
    /** Heading of the column of changes. */
    column: string;
    none: string;
  };
  schema: z.ZodType<Change, Change>;
  /** Current balance. */
  balance: ReactNode;
  entries: readonly { id: string; kind: string; delta: string; reason: string; created_at: string }[];
  /** Books a change; returns the success message. @throws BackendError */
  book: (delta: string, reason: string) => Promise<string>;
};

/** A customer's balance: the current amount, its history, and a form to change it with a reason. */
export function BalanceLedger({ words, schema, balance, entries, book }: BalanceLedgerProps) {
  const t = adminCustomersTexts();
  const heading = useId();
  const { change } = useChange();
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { delta: '', reason: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useDirtyForm(isDirty);

  const submit = handleSubmit(({ delta, reason }) =>
    change({
      run: () => book(delta, reason),
      done: (title) => ({ title }),
      onDone: () => reset(),
      onFailure: setFailure,
    }),
  );

  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={heading} className="text-lg">
          {words.title}
        </h2>
        {balance}
      </div>
      <form
        onSubmit={submit}
        noValidate
        aria-label={words.form}
        className="grid items-start gap-4 rounded-card border bg-surface p-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
      >
        <TextField
          label={words.delta}
          hint={words.hint}
          error={errors.delta?.message || failure}
          {...register('delta')}
        />
        <TextField
          label={t('reason')}
          hint={t('reasonHint')}
          error={errors.reason?.message}
          {...register('reason')}
        />
        <Button
          type="submit"
          variant="outline"
          busy={isSubmitting}
          className="justify-self-start sm:col-span-2"
        >
          {words.change}
        </Button>
      </form>
      {entries.length === 0 ? (
        <p className="text-ink-soft">{words.none}</p>
      ) : (
        <Table caption={words.history}>
          <thead>
            <tr>
              <HeadCell>{t('when')}</HeadCell>
              <HeadCell>{t('what')}</HeadCell>
              <HeadCell className="text-end">{words.column}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, kind, delta, reason, created_at: when }) => (
              <tr key={id}>
                <Cell className="whitespace-nowrap">{formatDateTime(when)}</Cell>
                <Cell>
                  {kind}
                  {reason ? <span className="block text-ink-soft">{reason}</span> : null}
                </Cell>
                <Cell className="text-end font-details tabular-nums">{delta}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
