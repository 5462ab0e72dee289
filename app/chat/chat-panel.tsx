import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { href, useLocation } from 'react-router';
import { signInPath } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { chatTexts } from '#app/i18n/texts/chat.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ChatWithStore } from './chat-with-store.tsx';

type ChatPanelProps = {
  onClose: () => void;
  /** Called when a link to another page is followed. */
  onLeave: () => void;
};

/** The live chat as a panel over the page, which stays usable. */
export default function ChatPanel({ onClose, onLeave }: ChatPanelProps) {
  const t = chatTexts();
  const { status, user } = useSession();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="flex h-[min(32rem,calc(100dvh-9rem))] w-[min(23rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-card border bg-raised shadow-raised"
    >
      <header className="flex items-center justify-between gap-3 border-b py-1.5 ps-4 pe-1.5">
        <h2 id={id} className="text-lg">
          {t('title')}
        </h2>
        <Button variant="quiet" size="icon" aria-label={t('close')} onClick={onClose}>
          <X className="size-5" />
        </Button>
      </header>
      {status === 'loading' ? (
        <div className="grid flex-1 place-items-center">
          <Spinner label={t('loading')} />
        </div>
      ) : user ? (
        <ChatWithStore key={user.id} userId={user.id} />
      ) : (
        <ChatForGuests onLeave={onLeave} />
      )}
    </section>
  );
}

/** Tells guests that the chat needs an account, and offers alternatives. */
function ChatForGuests({ onLeave }: { onLeave: () => void }) {
  const t = chatTexts();
  const { pathname, search } = useLocation();
  return (
    <div className="grid flex-1 content-center gap-4 overflow-y-auto p-6 text-center">
      <p className="font-semibold text-lg">{t('guestTitle')}</p>
      <p className="text-ink-soft">{t('guestWhy')}</p>
      <LinkButton to={signInPath(pathname + search)} onClick={onLeave}>
        {t('signIn')}
      </LinkButton>
      <LinkButton to={href('/contact')} variant="quiet" onClick={onLeave}>
        {t('contact')}
      </LinkButton>
    </div>
  );
}
