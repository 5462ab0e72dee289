import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#app/ui/classes.ts';
import { useDirtyForm } from '../edit/dirty-forms.ts';

type InlineEditProps = {
  /** What a press does, such as "Change the price of Cap". */
  label: string;
  /** What the field begins with. */
  value: string;
  inputMode: 'decimal' | 'numeric';
  /** Parameters of the address whose change takes the list's rows away. */
  lostWith: string;
  /** Hears that somebody begins to type. */
  onOpen?: () => void;
  /** Saves what is typed, and answers with what is wrong with it; '' once it is saved. */
  save: (typed: string) => Promise<string>;
  /** What is shown until somebody presses it. */
  children: ReactNode;
};

/**
 * A value of a list that is changed where it stands: a press opens a field, Enter saves it, Escape takes it back. What was typed
 * and not saved stays open.
 */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, inputMode, lostWith, onOpen, save, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const open = typed !== undefined;
  useDirtyForm(open && typed !== value, lostWith);
  useEffect(() => {
    if (open) field.current?.select();
  }, [open]);

  const close = (keepFocus: boolean) => {
    flushSync(() => setTyped(undefined));
    setProblem('');
    if (keepFocus) button.current?.focus();
  };
  const send = async () => {
    if (typed === undefined || busy) return;
    if (typed.trim() === value) return close(true);
    setBusy(true);
    const wrong = await save(typed);
    setBusy(false);
    if (wrong === '') close(document.activeElement === field.current);
    else setProblem(wrong);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void send();
    else if (event.key === 'Escape') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (!open) {
    return (
      <button
        ref={button}
        type="button"
        title={label}
        onClick={() => {
          onOpen?.();
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
        onKeyDown={press}
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
