import { useCallback, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { pageSession, useSession } from '#app/auth/session.ts';
import { useSignOut } from '#app/auth/use-sign-out.ts';
import { cartKey } from '#app/cart/cart-storage.ts';
import { recentKey } from '#app/catalog/product-page/recent-products.ts';
import { formatList } from '#app/i18n/format.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { confirmedNavigation } from '#app/lib/navigation-blocker.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { sessionKey } from '#app/lib/supabase-browser.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { PasswordField } from '#app/ui/password-field.tsx';
import { toast } from '#app/ui/toast.ts';
import { useAction } from '#app/ui/use-action.ts';
import { AccountSection } from './account-section.tsx';

interface PersonalDataSectionProps {
  hasPassword: boolean;
  email: string;
}

/** Data that only some stores have about a person, by message key. */
function useData(): ('designs' | 'wishlist' | 'reviews' | 'points')[] {
  const { features, customization, points } = useRootData().settings;
  return [
    ...(customization.enabled ? (['designs'] as const) : []),
    ...(features.wishlist ? (['wishlist'] as const) : []),
    ...(features.reviews ? (['reviews'] as const) : []),
    ...(points.enabled ? (['points'] as const) : []),
  ];
}

/** Downloads the person's data and deletes the account. */
export function PersonalDataSection({ hasPassword, email }: PersonalDataSectionProps) {
  const t = accountTexts();
  const { busy, act } = useAction({ explain: () => t('unreachable') });
  const [asking, setAsking] = useState(false);
  const data = ['profile', 'addresses', 'orders', ...useData(), 'messages'] as const;

  const download = () =>
    act({
      run: async () => {
        const { readPersonalData } = await import('./personal-data.ts');
        saveFile(`${pageTenant()}-my-data.json`, await readPersonalData(), 'application/json');
      },
      done: t('dataSaved'),
      failed: t('dataFailed'),
    });

  return (
    <AccountSection
      title={t('dataTitle')}
      lead={t('dataLead', { things: formatList(data.map((one) => t(`data_${one}`))) })}
    >
      <Button variant="outline" busy={busy} onClick={() => void download()} className="justify-self-start">
        {t('downloadData')}
      </Button>
      <div className="grid justify-items-start gap-3 border-t pt-5">
        <p className="text-ink-soft">{t('deleteLead')}</p>
        <Button variant="destructive" onClick={() => setAsking(true)}>
          {t('deleteAccount')}
        </Button>
      </div>
      {asking ? (
        <DeleteAccount hasPassword={hasPassword} email={email} onClose={() => setAsking(false)} />
      ) : null}
    </AccountSection>
  );
}

function DeleteAccount({ hasPassword, email, onClose }: PersonalDataSectionProps & { onClose: () => void }) {
  const t = accountTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = useLeaveDeletedAccount();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [stale, setStale] = useState(false);
  const own = useData();
  const deleted = ['profile', 'addresses', ...own.filter((one) => one !== 'reviews'), 'messages'] as const;

  const remove = async () => {
    if (hasPassword && !password) return setFailure(t('currentMissing'));
    setBusy(true);
    setFailure('');
    try {
      const { deleteAccount } = await import('./personal-data.ts');
      const deletion = await deleteAccount(password);
      if (deletion.kind === 'done') {
        await leave();
        toast({ title: t('accountDeleted'), description: t('accountDeletedWhy') });
        return;
      }
      setStale(deletion.kind === 'sign-in-again');
      if (deletion.kind === 'wrong-password') setFailure(t('currentWrong'));
      if (deletion.kind === 'sign-in-again') setFailure(t('signInAgainFirst'));
      if (deletion.kind === 'refused') setFailure(deletion.message);
    } catch {
      setFailure(t('unreachable'));
    }
    setBusy(false);
  };
  const signInAgain = async () => {
    await signOut();
    await navigate(`${href('/signin')}?next=${href('/account')}`);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('deleteTitle')}
      description={t('deleteWhy', {
        things: formatList(deleted.map((one) => t(`data_${one}`))),
        reviews: own.includes('reviews') ? 'yes' : 'no',
      })}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('keepAccount')}
          </Button>
          {stale ? (
            <Button onClick={() => void signInAgain()}>{t('signInAgain')}</Button>
          ) : (
            <Button variant="destructive" busy={busy} onClick={() => void remove()}>
              {t('deleteForGood')}
            </Button>
          )}
        </>
      }
    >
      {hasPassword && !stale ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void remove();
          }}
          noValidate
        >
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" value={email} autoComplete="username" readOnly hidden />
          <PasswordField
            label={t('current')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={failure}
          />
        </form>
      ) : (
        <FieldError id="delete-account">{failure}</FieldError>
      )}
    </Dialog>
  );
}

/**
 * Goes to the home page after the account was deleted and clears what this browser stored about the person. The
 * sessions ended with the account, so signing out would fail.
 */
function useLeaveDeletedAccount(): () => Promise<void> {
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  return useCallback(async () => {
    const tenantId = pageTenant();
    pageSession.stopGuarding();
    browserStorage(sessionKey(tenantId)).write(null);
    await navigate(href('/'), { state: confirmedNavigation });
    // Switch to the guest's cart, so that nothing writes the person's cart again.
    pageSession.forget();
    if (userId) browserStorage(cartKey(tenantId, userId)).write(null);
    browserStorage(recentKey(tenantId)).write(null);
  }, [navigate, userId]);
}
