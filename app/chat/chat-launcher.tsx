import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#app/auth/session.ts';
import { chatTexts } from '#app/i18n/texts/chat.ts';
import { BareButton } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { useCoversContent } from '#app/ui/use-covers-content.ts';

const ChatPanel = lazyWithRetry(() => import('./chat-panel.tsx'), { Failed: DialogLoadFailed });

/** Button that opens the live chat. The chat loads when it is opened, or when there are unread messages. */
export function ChatLauncher() {
  const t = chatTexts();
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const covers = useCoversContent(place);
  const userId = user?.id;

  useEffect(() => {
    setUnread(0);
    if (!userId || open) return;
    let cancelled = false;
    let stop = () => {};
    import('./my-conversation.ts').then(
      ({ watchUnread }) => {
        if (!cancelled) stop = watchUnread(userId, setUnread);
      },
      () => {},
    );
    return () => {
      cancelled = true;
      stop();
    };
  }, [userId, open]);

  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };

  return (
    <div
      ref={place}
      data-chat-launcher
      // On phones the button is part of the navigation.
      className={classes(
        'fixed z-50 transition-opacity md:end-2 md:bottom-4 md:z-30',
        open
          ? 'end-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))]'
          : 'end-1.5 bottom-[calc(0.25rem+env(safe-area-inset-bottom))]',
        covers && !open && 'md:not-focus-within:pointer-events-none md:not-focus-within:opacity-0',
      )}
    >
      {open ? (
        <ChatPanel onClose={close} onLeave={() => setOpen(false)} />
      ) : (
        <BareButton
          ref={button}
          aria-label={unread > 0 ? t('openUnread', { count: unread }) : t('open')}
          onClick={() => setOpen(true)}
          className="relative grid size-12 place-items-center rounded-full bg-primary text-on-primary shadow-raised hover:bg-primary-hover"
        >
          <MessageCircle className="size-6" />
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -end-0.5 -top-0.5 grid size-5.5 place-items-center rounded-full bg-danger font-semibold text-on-danger text-xs"
            >
              {unread > 9 ? '9+' : unread}
            </span>
          ) : null}
        </BareButton>
      )}
    </div>
  );
}
