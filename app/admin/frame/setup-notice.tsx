import { useEffect, useState } from 'react';
import { href, useLocation, useRevalidator } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { readReadiness } from '../setup/setup-calls.ts';
import { setupProgress } from '../setup/setup-steps.ts';
import { readStanding } from '../setup/store-states.ts';

/** Reads the setup progress of a closed store; null for an open one. @throws BackendError */
async function readProgress() {
  const { state } = await readStanding();
  return state === 'closed' ? setupProgress(await readReadiness()) : null;
}

/** On every office page, tells users who may open the store that it is closed, and links to what is missing. */
export function SetupNotice() {
  const t = adminTexts();
  const { user } = useSession();
  const { pathname } = useLocation();
  const { state } = useRevalidator();
  const [progress, setProgress] = useState<Awaited<ReturnType<typeof readProgress>>>(null);
  const maySetUp = may(user, 'settings.open_store');
  useEffect(() => {
    // Read again on each page, and after each change.
    if (!maySetUp || state !== 'idle' || !pathname) return;
    let isStale = false;
    readProgress().then(
      (read) => {
        if (!isStale) setProgress(read);
      },
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [maySetUp, pathname, state]);
  if (!maySetUp || !progress) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b bg-warning-tint px-4 py-2 text-sm text-warning-text print:hidden">
      {t('notOpenYet', progress)}
      <TextLink className="text-warning-text" to={href('/admin/setup')}>
        {t('goOnSettingUp')}
      </TextLink>
    </p>
  );
}
