import { href, redirect } from 'react-router';
import {
  type EmailLink,
  openEmailLink,
  readAccount,
  readOffers,
  readStoreCredit,
} from '#app/account/account-data.ts';
import { AccountFrame } from '#app/account/account-frame.tsx';
import { EmailSection } from '#app/account/email-section.tsx';
import { LanguageSection } from '#app/account/language-section.tsx';
import { MessagesSection } from '#app/account/messages-section.tsx';
import { readNotificationChoices } from '#app/account/notification-choices.ts';
import { OffersSection } from '#app/account/offers-section.tsx';
import { PasswordSection } from '#app/account/password-section.tsx';
import { PersonalDataSection } from '#app/account/personal-data-section.tsx';
import { ProfileSection } from '#app/account/profile-section.tsx';
import { SessionsSection } from '#app/account/sessions-section.tsx';
import { StoreCreditSection } from '#app/account/store-credit-section.tsx';
import { requireUser } from '#app/auth/guards.ts';
import { pageSession, useSession } from '#app/auth/session.ts';
import { TwoStepSection } from '#app/auth/two-step/two-step-section.tsx';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { useShoppingLook } from '#app/lib/shopping-look.ts';
import { useRootData } from '#app/store/root-data.ts';
import { pageMeta } from '#app/store/seo.ts';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import { toast } from '#app/ui/toast.ts';
import type { Route } from './+types/account.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: accountTexts()('title') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const link = await openEmailLink(new URL(request.url).searchParams);
  if (link) {
    toastEmailLink(link);
    // Removes the link's secret from the URL and the history.
    throw redirect((await pageSession.currentUser()) ? href('/account') : href('/'));
  }
  const user = await requireUser(request);
  const [facts, offers, credit, messages] = await Promise.all([
    readAccount(),
    // The account page works without these.
    readOffers().catch(() => []),
    readStoreCredit(user.id).catch(() => null),
    readNotificationChoices().catch(() => []),
  ]);
  return { user, offers, credit, messages, ...facts };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

function toastEmailLink(link: EmailLink): void {
  const t = accountTexts();
  if (link === 'changed') toast({ title: t('emailChanged'), description: t('emailChangedWhy') });
  else if (link === 'half') toast({ title: t('emailHalf'), description: t('emailHalfWhy') });
  else toast({ title: t('emailExpired'), description: t('emailExpiredWhy'), variant: 'destructive' });
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const t = accountTexts();
  const { copy } = useShoppingLook();
  const session = useSession();
  const { features } = useRootData().settings;
  const user = session.user ?? loaderData.user;
  return (
    <AccountFrame title={t('title')} columns text={copy.accountText}>
      {features.loyalty ? <OffersSection offers={loaderData.offers} /> : null}
      {loaderData.credit ? <StoreCreditSection {...loaderData.credit} /> : null}
      <ProfileSection user={user} />
      <LanguageSection />
      <MessagesSection choices={loaderData.messages} hasEmail={user.email !== ''} />
      <EmailSection
        key={user.email}
        email={user.email}
        phone={loaderData.phone}
        // Another tab may have confirmed it meanwhile.
        newEmail={loaderData.newEmail === user.email ? '' : loaderData.newEmail}
      />
      <PasswordSection hasPassword={loaderData.hasPassword} email={user.email} />
      <TwoStepSection />
      <SessionsSection signedInAt={loaderData.signedInAt} />
      <PersonalDataSection hasPassword={loaderData.hasPassword} email={user.email} />
    </AccountFrame>
  );
}
