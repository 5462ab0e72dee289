import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { EnrolDialog } from '#app/auth/two-step/enrol-dialog.tsx';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { dataOf } from '#app/lib/backend-error.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';

/** Whether this document has learned that the person lacks nothing. What is demanded later, the database refuses. */
let isSettled = false;

/** Whether the signed-in person must set up a second step before they can work. @throws BackendError */
export async function readLacksSecondFactor(): Promise<boolean> {
  if (isSettled) return false;
  const lacks = dataOf(await (await loadSupabase()).rpc('lacks_second_factor'));
  isSettled = !lacks;
  return lacks;
}

/** Stands in place of the office's pages until somebody of whom a second step is demanded has set one up. */
export function SecondStepDemand() {
  const t = adminTexts();
  const tTwoStep = twoStepTexts();
  const { revalidate } = useRevalidator();
  const [enrolling, setEnrolling] = useState(false);
  return (
    <section className="grid max-w-prose gap-4 py-6">
      <h1 className="font-display text-2xl">{t('secondStepDemanded')}</h1>
      <p className="text-ink-soft">{t('secondStepDemandedWhy')}</p>
      <Button className="justify-self-start" size="large" onClick={() => setEnrolling(true)}>
        {tTwoStep('setUp')}
      </Button>
      {enrolling ? (
        <EnrolDialog
          existingNames={[]}
          onClose={() => setEnrolling(false)}
          onEnrolled={() => {
            toast({ title: tTwoStep('enabled'), description: tTwoStep('enabledWhy') });
            void revalidate();
          }}
        />
      ) : null}
    </section>
  );
}
