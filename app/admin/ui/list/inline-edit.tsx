import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#app/ui/classes.ts';
import type { Action } from '#app/ui/use-action.ts';
import { useDirtyForm } from '../edit/dirty-forms.ts';
import { useChange } from '../use-change.ts';

type InlineEditProps<Saved> = {
  /** Accessible name of the button, such as "Change the price of Cap". */
  label: string;
  /** Initial value of the field. */
  value: string;
  inputMode: 'decimal' | 'numeric';
  /** URL parameters whose change removes the row. */
  closingParams: string;
  onOpen: () => void;
  /** Returns what saves the typed value, or why it cannot be saved; null when there is nothing to save. */
  save: (typed: string) => Action<Saved> | string | null;
  /** The value as displayed. */
  children: ReactNode;
};

/**
 * A value edited in place: a click opens a field, Enter saves, Escape cancels. The field stays open until
 * saved.
 */
export function InlineEdit<Saved>(props: InlineEditProps<Saved>) {
  const { label, value, inputMode, closingParams, onOpen, save, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const { busy: isRunning, change } = useChange();
  // Once it is refused, Enter counts again, while the list is still read.
  const busy = isRunning && !problem;
  const isOpen = typed !== undefined;
  useDirtyForm(isOpen && typed !== value, closingParams);
  useEffect(() => {
    if (isOpen) field.current?.select();
  }, [isOpen]);

  const close = (keepFocus: boolean) => {
    flushSync(() => setTyped(undefined));
    setProblem('');
    if (keepFocus) button.current?.focus();
  };
  const send = async () => {
    if (typed === undefined || busy) return;
    const action = typed.trim() === value ? null : save(typed);
    if (action === null) return close(true);
    if (typeof action === 'string') return setProblem(action);
    const isSaved = await change({ ...action, onFailure: setProblem });
    if (isSaved) close(document.activeElement === field.current);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void send();
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        title={label}
        onClick={() => {
          onOpen();
          setTyped(value);
        }}
        className="-mx-1.5 min-h-8 cursor-text rounded-field border border-transparent px-1.5 text-start hover:border-line-strong hover:bg-surface"
      >
        <span className="sr-only">{`${label}: `}</span>
        {children}
      </button>
    );
  }
  return (
    <span className="inline-grid justify-items-end gap-1">
      <input
        ref={field}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        aria-busy={busy || undefined}
        readOnly={busy}
        inputMode={inputMode}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setProblem('');
          setTyped(event.target.value);
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          if (typed === value) close(false);
        }}
        className={classes(
          'stroked min-h-11 w-24 rounded-field border-line-strong bg-surface px-2 text-end text-base tabular-nums md:min-h-8 md:text-sm',
          'focus-visible:border-focus aria-invalid:border-danger-text',
        )}
      />
      {problem ? (
        <span id={id} role="alert" className="max-w-56 whitespace-normal text-end text-danger-text text-xs">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
