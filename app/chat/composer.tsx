import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cleanText } from '#app/lib/typed-text.ts';
import { Button } from '#app/ui/button.tsx';
import { TextareaField } from '#app/ui/text-field.tsx';
import { useAction } from '#app/ui/use-action.ts';

type ComposerProps = {
  label: string;
  send: string;
  /** Sends a message. On a rejection the text stays in the field. */
  onSend: (body: string) => Promise<void>;
  /** Message for a rejected `onSend`. */
  failureText: (error: unknown) => string;
  /** Called when unsent text appears or is cleared. */
  onDirty?: (dirty: boolean) => void;
  /** Focuses the field on mount, except on touch screens, whose keyboard would cover half of the page. */
  autoFocus?: boolean;
  /** Writes a letter: the field has several lines, and Enter begins a new one; Ctrl or Cmd with Enter sends. */
  isLetter?: boolean;
  /** Controls above the field, which insert text where the cursor is. */
  tools?: (insert: (text: string) => void) => ReactNode;
  /** Why a text cannot be sent as it is; '' if it can. */
  problemOf?: (body: string) => string;
};

/** Message field: Enter sends, Shift+Enter inserts a line break. */
export function Composer({
  label,
  send,
  onSend,
  failureText,
  onDirty,
  autoFocus = false,
  isLetter = false,
  tools,
  problemOf,
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState('');
  const [failure, setFailure] = useState('');
  const { busy, act } = useAction({ explain: failureText });

  const dirty = body.trim() !== '';
  useEffect(() => {
    onDirty?.(dirty);
  }, [dirty, onDirty]);

  useEffect(() => {
    if (autoFocus && matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [autoFocus]);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const text = cleanText(body);
    if (!text || busy) return;
    const problem = problemOf?.(text);
    if (problem) return setFailure(problem);
    await act({
      run: () => onSend(text),
      onDone: () => setBody((now) => unsentText(now, body)),
      onFailure: setFailure,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (isLetter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void submit();
  };

  const insert = (text: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {};
    setBody(body.slice(0, selectionStart) + text + body.slice(selectionEnd));
    setFailure('');
    field.current?.focus();
  };

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
      {tools ? <div className="flex basis-full flex-wrap items-center gap-2">{tools(insert)}</div> : null}
      <TextareaField
        ref={field}
        dir="auto"
        label={label}
        rows={isLetter ? 4 : 1}
        maxLength={5000}
        className="min-w-0 flex-1"
        value={body}
        error={failure}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" size="icon" busy={busy} aria-label={send}>
        <SendHorizontal className="size-5 rtl:-scale-x-100" />
      </Button>
    </form>
  );
}

/** Returns what stays in the field after sending: text typed meanwhile, or everything when the sent text was edited. */
export function unsentText(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
