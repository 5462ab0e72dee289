import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { toast } from '#app/ui/toast.ts';
import { errorMessage } from '../error-message.ts';
import { useIsMounted } from './use-is-mounted.ts';
import {
  type Difference,
  differences,
  merged,
  onlyMine,
  saveOver,
  type Versioned,
  type Writing,
} from './versions.ts';

/** How the two versions of a form are told apart and put together, field by field unless said otherwise. */
type Compare<Form> = {
  differences: (opened: Form, mine: Form, theirs: Form) => Difference[];
  merged: (theirs: Form, mine: Form, kept: readonly string[]) => Form;
};

type Editing<Form extends FieldValues, Row extends Versioned> = Pick<
  Writing<Form, Row>,
  'filled' | 'write'
> & {
  /** What the form is about, as it was read last; null for something new. */
  row: Row;
  compare?: Compare<Form>;
  /** What is said once the form is saved. */
  saved: (values: Form) => string;
  /** Closes what the form stands in, once it is saved. */
  onClose?: () => void;
  /** What happens once it is saved, instead of reading the page's data again. */
  after?: (values: Form) => void;
  /** What to say beside the buttons about a refusal; '' when it is said elsewhere. */
  failed: (error: unknown) => string;
};

/** A newer version in the way of what somebody typed, to be decided about. */
type Conflict = {
  differences: Difference[];
  /** Saves their version with the fields of mine that are kept. */
  resolve: (kept: readonly string[]) => Promise<void>;
  /** Leaves the question open; what was typed is still in the form. */
  back: () => void;
};

/** What a form needs around it while it is edited. */
export type Editor = {
  submit: (event?: FormEvent) => Promise<void>;
  busy: boolean;
  dirty: boolean;
  /** What the last attempt was refused with, or ''. */
  failure: string;
  conflict: Conflict | null;
};

/**
 * Saves a form over the version it was opened with. When somebody has saved a newer one, nothing is written and
 * `conflict` holds both versions until the person has chosen; what was typed stays in the form, also what was typed while it
 * was being saved. A newer version that is read shows as long as nothing is typed. What becomes of a form that was closed
 * meanwhile is said in a toast.
 */
export function useEditor<Form extends FieldValues, Row extends Versioned>(
  form: UseFormReturn<Form, unknown, Form>,
  { row, filled, write, compare = { differences, merged }, saved, failed, ...rest }: Editing<Form, Row>,
): Editor {
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(row);
  const [newer, setNewer] = useState<{ mine: Form; theirs: NonNullable<Row> } | null>(null);
  const [failure, setFailure] = useState('');
  const { isSubmitting: busy, isDirty: dirty } = form.formState;
  const own = useRef<number>(undefined);
  const isMounted = useIsMounted();

  const newest = row?.version ?? 0;
  const follow = useEffectEvent(() => {
    setBase(row);
    form.reset(filled(row));
  });
  useEffect(() => {
    if (!dirty && newest > (base?.version ?? 0)) follow();
  }, [dirty, newest, base]);

  const writeOver = async (values: Form, over: Row) => {
    const newer = await write(values, over);
    if (newer === null) own.current = (over?.version ?? 0) + 1;
    return newer;
  };

  const submitOver = (over: Row) =>
    form.handleSubmit(
      async (values) => {
        setFailure('');
        const sent = JSON.stringify(form.getValues());
        try {
          const theirs = await saveOver(values, over, {
            ...{ filled, ...compare, write: writeOver, own: own.current },
          });
          setNewer(theirs && { mine: values, theirs });
          if (theirs) {
            if (!isMounted())
              toast({ title: getTranslations('admin', adminMessages)('newerKept'), variant: 'destructive' });
            return;
          }
          toast({ title: saved(values) });
          const leaves = rest.onClose ?? rest.after;
          if (isMounted()) {
            const typedOn = !leaves && JSON.stringify(form.getValues()) !== sent;
            // The guard must know what is unsaved before the page is left.
            flushSync(() => form.reset(values, { keepValues: typedOn }));
            rest.onClose?.();
          }
          if (rest.after && isMounted()) rest.after(values);
          else await revalidate();
        } catch (error) {
          setNewer(null);
          const why = failed(error);
          if (isMounted()) setFailure(why);
          else toast({ title: why || errorMessage(error), variant: 'destructive' });
        }
      },
      () => setNewer(null),
    );

  const all = newer ? compare.differences(filled(base), newer.mine, filled(newer.theirs)) : [];
  const resolve = async (kept: readonly string[]) => {
    if (!newer) return;
    const { mine, theirs } = newer;
    setBase(theirs);
    form.reset(compare.merged(filled(theirs), mine, [...kept, ...onlyMine(all)]), {
      keepDefaultValues: true,
    });
    await submitOver(theirs)();
  };
  const conflict = newer && {
    differences: all.filter(({ both }) => both),
    resolve,
    back: () => setNewer(null),
  };
  return { submit: submitOver(base), busy, dirty, failure, conflict };
}
