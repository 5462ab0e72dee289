import { useState } from 'react';
import { href, Link, PrefetchPageLinks, useHref } from 'react-router';
import { AccountFace } from '#app/auth/avatar.tsx';
import type { SessionUser } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { BareButton, buttonClasses } from '#app/ui/button.tsx';
import { iconControl } from '#app/ui/icon-link.tsx';
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx';
import { DialogLoadFailed } from '#app/ui/load-failed.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type ProfileMenuProps = { user: SessionUser; onClose: () => void };

const ProfileMenu = lazyWithRetry<ProfileMenuProps>(() => import('./profile-menu.tsx'), {
  Waiting: ({ user }) => <ProfileButton user={user} />,
  Failed: DialogLoadFailed,
});

/** Placeholder of the profile menu's button until the menu loads. */
function ProfileButton({ user, onOpen }: { user: SessionUser; onOpen?: () => void }) {
  const t = shellTexts();
  return (
    <BareButton
      aria-label={t('account')}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onOpen}
      className={iconControl}
    >
      <AccountFace user={user} />
    </BareButton>
  );
}

/** **Sign In** for visitors, a spinner while a stored session is restored, the profile menu when signed in. */
export function AccountEntry() {
  const t = shellTexts();
  const session = useSession();
  const [isOpening, setIsOpening] = useState(false);
  const account = useHref(href('/account'));

  if (session.status === 'loading') {
    return (
      <span className={iconControl}>
        <Spinner label={t('checkingAccount')} />
      </span>
    );
  }
  if (session.status !== 'signed-in' || !session.user) {
    return (
      <Link to={href('/signin')} className={buttonClasses('primary', 'small')}>
        {t('signIn')}
      </Link>
    );
  }
  return (
    <>
      {/* Prefetched, so that the page can show its own message when opened offline. */}
      <PrefetchPageLinks page={account} />
      {isOpening ? (
        <ProfileMenu user={session.user} onClose={() => setIsOpening(false)} />
      ) : (
        <ProfileButton user={session.user} onOpen={() => setIsOpening(true)} />
      )}
    </>
  );
}
