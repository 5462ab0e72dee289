import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type DialogFormProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  busy?: boolean;
  /** Error messages of the whole form. */
  failure?: string | readonly string[];
  /** Label of the submit button. */
  submit: string;
  /** Whether submitting cannot be undone. */
  destructive?: boolean;
  /** Buttons before the submit button. */
  buttons?: ReactNode;
  children?: ReactNode;
};

/** The form of a dialog: fields, errors and buttons. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, busy = false, failure = [], submit, destructive = false, buttons, children } = props;
  const failures = [failure].flat().filter(Boolean);
  const footer = useRef<HTMLDivElement>(null);
  const message = failures.join('\n');
  // In a long dialog the message may be outside the visible part.
  useEffect(() => {
    if (message) footer.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    >
      {children}
      <div ref={footer} className="grid gap-5">
        {failures.length > 0 ? (
          <div
            role="alert"
            className="wrap-anywhere grid gap-1 rounded-card bg-danger-tint p-4 text-danger-text"
          >
            {failures.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </div>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          {buttons}
          <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
