import { Languages } from 'lucide-react';
import { useLocation } from 'react-router';
import { pageSession } from '#app/auth/session.ts';
import { languageFacts, languages } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { officeAddress } from '#app/lib/office-address.ts';
import { hostTenant, pageOffice } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { assertRowChanged } from '../ui/error-message.ts';
import { useRequest } from '../ui/use-change.ts';

/** Saves the user's office language. @throws BackendError */
async function saveOfficeLanguage(language: string): Promise<void> {
  const user = await pageSession.currentUser();
  const supabase = await loadSupabase();
  const id = user?.id ?? '';
  const chosen = { office_language: language };
  const [member, profile] = await Promise.all([
    supabase.from('staff_members').update(chosen).eq('user_id', id).select('user_id'),
    supabase.from('profiles').update(chosen).eq('tenant_id', hostTenant()).eq('id', id).select('id'),
  ]);
  // People who work here have a row of their own, admins with a customer's account a profile, and some have both.
  assertRowChanged(member.data?.length ? member : profile);
}

/** Switches the user's back office to the other language, permanently. */
export function OfficeLanguage({ className }: { className: string }) {
  const t = adminTexts();
  const { pathname, search, hash } = useLocation();
  const { busy, request } = useRequest();
  const [other = pageLanguage()] = languages.filter((language) => language !== pageLanguage());
  const choose = () =>
    request({
      run: () => saveOfficeLanguage(other),
      // Texts are loaded for one language per document.
      onDone: () => window.location.assign(officeAddress(pageOffice(), pathname + search + hash, other)),
      failed: t('languageFailed'),
      leaves: true,
    });
  return (
    <button type="button" lang={other} disabled={busy} onClick={() => void choose()} className={className}>
      <Languages className="size-5 shrink-0" />
      {languageFacts[other].name}
    </button>
  );
}
