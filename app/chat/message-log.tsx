import { type ReactNode, useEffect, useRef } from 'react';
import { formatDateTime } from '#app/i18n/format.ts';
import { classes } from '#app/ui/classes.ts';
import type { ConversationMessage } from './conversation-data.ts';

type MessageLogProps = {
  label: string;
  messages: readonly ConversationMessage[];
  /** The side whose messages are aligned to the end. */
  viewer: 'staff' | 'customer';
  /** Accessible names of both sides. */
  names: Record<'staff' | 'customer', string>;
  /** Shown below a message. */
  below?: (message: ConversationMessage) => ReactNode;
  className?: string;
};

/** A scrollable region must be focusable. */
const reachable = { tabIndex: 0 };

/** A conversation's messages, scrolled to the newest; new messages are announced. */
export function MessageLog({ label, messages, viewer, names, below, className }: MessageLogProps) {
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    if (count > 0) end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [count]);
  return (
    <div
      ref={end}
      role="log"
      aria-label={label}
      {...reachable}
      className={classes('flex flex-col gap-3 overflow-y-auto overscroll-contain', className)}
    >
      {messages.map((message) => {
        const { id, sender, body, created_at: when } = message;
        const side = sender === 'staff' ? 'staff' : 'customer';
        return (
          <div
            key={id}
            className={classes('max-w-[85%]', side === viewer ? 'self-end text-end' : 'self-start')}
          >
            <span className="sr-only">{names[side]}</span>
            <p
              dir="auto"
              className={classes(
                'inline-block wrap-anywhere whitespace-pre-line rounded-card px-3.5 py-2 text-start',
                side === viewer ? 'bg-primary text-on-primary' : 'bg-sunken',
              )}
            >
              {body}
            </p>
            <time dateTime={when} className="block px-1 pt-0.5 text-ink-soft text-xs">
              {formatDateTime(when)}
            </time>
            {below?.(message)}
          </div>
        );
      })}
    </div>
  );
}
