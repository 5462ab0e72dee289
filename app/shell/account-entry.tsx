import { useState } from 'react';
import { href, Link, PrefetchPageLinks } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { shellWords } from '#app/messages/en/shell.ts';
import { useWords } from '#app/messages/use-words.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { latePart, Part, Unopened } from '#app/ui/part.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AccountFace } from './account-face.tsx';
import { iconControl } from './icon-link.tsx';

const profileMenu = latePart(() => import('./profile-menu.tsx'));

/** **Sign In** for visitors, a spinner while a stored session is looked up, the profile dropdown for who is signed in. */
export function AccountEntry() {
  const t = useWords(shellWords);
  const session = useSession();
  const [wanted, setWanted] = useState(false);

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
  const trigger = (
    <button
      type="button"
      aria-label={t('account')}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      className={iconControl}
    >
      <AccountFace user={session.user} />
    </button>
  );
  return (
    <>
      {/* Loaded beforehand, a page that is opened without a connection can say so itself. */}
      <PrefetchPageLinks page={href('/account')} />
      {wanted ? (
        <Part
          part={profileMenu}
          props={{ user: session.user }}
          waiting={trigger}
          missing={() => <Unopened onClose={() => setWanted(false)} />}
        />
      ) : (
        trigger
      )}
    </>
  );
}
