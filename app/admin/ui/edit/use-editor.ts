import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { toast } from '#app/ui/toast.ts';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import { errorMessage } from '../error-message.ts';
import { withRecentSecondStep } from '../second-step-again.tsx';
import {
  type Difference,
  differences,
  merge,
  onlyMine,
  saveWithMerge,
  type Versioned,
  type Writing,
} from './versions.ts';

/** Compares and merges two versions of a form; by default field by field. */
type Compare<Form> = {
  differences: (base: Form, mine: Form, theirs: Form) => Difference[];
  merged: (theirs: Form, mine: Form, fields: readonly string[]) => Form;
};

type Editing<Form extends FieldValues, Row extends Versioned> = Pick<
  Writing<Form, Row>,
  'formValues' | 'write'
> & {
  /** The row as last read; null for a new one. */
  row: Row;
  compare?: Compare<Form>;
  /** Returns the message after saving. */
  saved: (values: Form) => string;
  /** Closes the form's container after saving. */
  onClose?: () => void;
  /** Called after saving instead of reloading the page's data. */
  after?: (values: Form) => void;
  /** Returns the error message shown beside the buttons; '' when it is shown elsewhere. */
  failed: (error: unknown) => string;
};

/** A newer stored version to resolve against the form's values. */
type Conflict = {
  differences: Difference[];
  /** Saves the stored version with the chosen fields of the form. */
  resolve: (fields: readonly string[]) => Promise<void>;
  /** Closes the conflict; the form keeps its values. */
  back: () => void;
};

/** Submit handler and state of an edited form. */
export type Editor = {
  submit: (event?: FormEvent) => Promise<void>;
  busy: boolean;
  dirty: boolean;
  /** Error message of the last attempt, or ''. */
  failure: string;
  conflict: Conflict | null;
};

/**
 * Saves a form over the version it was opened with. On a conflict nothing is written and `conflict` holds
 * both versions until the user chooses; the form keeps its values, including those typed during the save. A
 * newer version from a reload replaces the values of a clean form. If the form was closed meanwhile, a toast
 * shows the result.
 */
export function useEditor<Form extends FieldValues, Row extends Versioned>(
  form: UseFormReturn<Form, unknown, Form>,
  {
    row,
    formValues,
    write,
    compare = { differences, merged: merge },
    saved,
    failed,
    onClose,
    after,
  }: Editing<Form, Row>,
): Editor {
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(row);
  const [newer, setNewer] = useState<{ mine: Form; theirs: NonNullable<Row> } | null>(null);
  const [failure, setFailure] = useState('');
  const { isSubmitting: busy, isDirty: dirty } = form.formState;
  const ownVersion = useRef<number>(undefined);
  const isMounted = useIsMounted();

  const newest = row?.version ?? 0;
  const resetToRow = useEffectEvent(() => {
    setBase(row);
    form.reset(formValues(row));
  });
  useEffect(() => {
    if (!dirty && newest > (base?.version ?? 0)) resetToRow();
  }, [dirty, newest, base]);

  const writeVersion = async (values: Form, expected: Row) => {
    const newer = await withRecentSecondStep(() => write(values, expected));
    if (newer === null) ownVersion.current = (expected?.version ?? 0) + 1;
    return newer;
  };

  const submitVersion = (expected: Row) =>
    form.handleSubmit(
      async (values) => {
        setFailure('');
        const sent = JSON.stringify(form.getValues());
        try {
          const theirs = await saveWithMerge(values, expected, {
            formValues,
            ...compare,
            write: writeVersion,
            ownVersion: ownVersion.current,
          });
          setNewer(theirs && { mine: values, theirs });
          if (theirs) {
            if (!isMounted()) toast({ title: adminTexts()('newerKept'), variant: 'destructive' });
            return;
          }
          toast({ title: saved(values) });
          const closes = onClose ?? after;
          if (isMounted()) {
            const keepValues = !closes && JSON.stringify(form.getValues()) !== sent;
            // Flush so that the navigation guard sees a clean form before the page is left.
            flushSync(() => form.reset(values, { keepValues }));
            onClose?.();
          }
          if (after && isMounted()) after(values);
          else await revalidate();
        } catch (error) {
          setNewer(null);
          const message = failed(error);
          if (isMounted()) setFailure(message);
          else toast({ title: message || errorMessage(error), variant: 'destructive' });
        }
      },
      () => setNewer(null),
    );

  const all = newer ? compare.differences(formValues(base), newer.mine, formValues(newer.theirs)) : [];
  const resolve = async (fields: readonly string[]) => {
    if (!newer) return;
    const { mine, theirs } = newer;
    setBase(theirs);
    form.reset(compare.merged(formValues(theirs), mine, [...fields, ...onlyMine(all)]), {
      keepDefaultValues: true,
    });
    await submitVersion(theirs)();
  };
  const conflict = newer && {
    differences: all.filter(({ both }) => both),
    resolve,
    back: () => setNewer(null),
  };
  return { submit: submitVersion(base), busy, dirty, failure, conflict };
}

/**
 * Focuses the first invalid field after a submit, including fields not registered with react-hook-form.
 * `within` is the form or an element of it.
 */
export function useFocusOnError(within: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount === 0) return;
    within.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [within, submitCount]);
}
