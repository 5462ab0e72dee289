import { href, useLocation } from 'react-router';
import { signInPath } from '#app/auth/model.ts';
import chatMessages from '#app/i18n/messages/en/chat.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { LinkButton } from '#app/ui/link-button.tsx';

/** Says that the chat needs an account, and what there is without one. */
export function ChatForGuests({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('chat', chatMessages);
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
