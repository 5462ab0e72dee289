import { useEffect, useState } from 'react';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { EnrolDialog } from './two-step/enrol-dialog.tsx';

type SecondStepOfferProps = { title: string; lead: string; later: string; onDone: () => unknown };

/** Offers a second step to somebody with a new account, before the back office. */
export function SecondStepOffer({ title, lead, later, onDone }: SecondStepOfferProps) {
  const t = twoStepTexts();
  const [enrolling, setEnrolling] = useState(false);
  // The form that it replaces may have been scrolled.
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <AuthCard title={title} lead={lead}>
      <div className="grid gap-3">
        <Button size="large" onClick={() => setEnrolling(true)}>
          {t('setUp')}
        </Button>
        <Button size="large" variant="outline" onClick={() => onDone()}>
          {later}
        </Button>
      </div>
      {enrolling ? (
        <EnrolDialog
          existingNames={[]}
          onClose={() => setEnrolling(false)}
          onEnrolled={() => {
            toast({ title: t('enabled'), description: t('enabledWhy') });
            onDone();
          }}
        />
      ) : null}
    </AuthCard>
  );
}
