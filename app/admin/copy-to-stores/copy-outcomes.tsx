import { useId, useState } from 'react';
import { mayIn } from '#app/auth/office-stores.ts';
import { useSession } from '#app/auth/session.ts';
import { adminCopiesTexts } from '#app/i18n/texts/admin-copies.ts';
import { refusalText } from '#app/lib/refusal.ts';
import { Button } from '#app/ui/button.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import { pageInOffice, useOfficeStores } from '../ui/office-stores.ts';
import { undoEntries } from '../ui/undo.ts';
import { useChange } from '../ui/use-change.ts';
import { type CopiedKind, copiedKinds } from './copied-kinds.ts';
import type { CopyOutcome } from './copies-data.ts';

type CopyOutcomesProps = {
  kind: CopiedKind;
  outcomes: readonly CopyOutcome[];
};

/** What became of a copy in each store; undone store by store. */
export function CopyOutcomes({ kind, outcomes }: CopyOutcomesProps) {
  const t = adminCopiesTexts();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card border p-4">
      <h2 id={id} className="font-semibold">
        {t('outcome')}
      </h2>
      <ul className="divide-y">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.tenantId} kind={kind} outcome={outcome} />
        ))}
      </ul>
    </section>
  );
}

type OutcomeProps = { kind: CopiedKind; outcome: CopyOutcome };

function Outcome({ kind, outcome: { tenantId, auditIds, refusal } }: OutcomeProps) {
  const t = adminCopiesTexts();
  const { user } = useSession();
  const name = useOfficeStores().find(({ id }) => id === tenantId)?.name ?? tenantId;
  const { busy, change } = useChange();
  const [isUndone, setUndone] = useState(false);
  const undo = () =>
    change({
      run: () => undoEntries(auditIds, { tenantId }),
      onDone: () => setUndone(true),
      done: ({ left, why }) => ({
        title: t('undone', { store: name }),
        ...(left > 0 && { description: why, variant: 'destructive' as const }),
      }),
      failed: t('undoFailed', { store: name }),
    });
  const said = refusal ? t('failedIn', { why: refusalText(refusal) }) : t('done');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
      <p className="wrap-anywhere min-w-0">
        <span className="font-semibold">{name}</span>{' '}
        <span className={refusal ? 'text-danger-text' : 'text-ink-soft'}>
          {isUndone ? t('undone', { store: name }) : said}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <a
          href={pageInOffice(tenantId, copiedKinds[kind].editor)}
          aria-label={t('openIn', { store: name })}
          className={textLinkClasses}
        >
          {t('open')}
        </a>
        {refusal || isUndone || !mayIn(user, tenantId, 'log.undo') ? null : (
          <Button
            variant="outline"
            size="small"
            busy={busy}
            onClick={undo}
            aria-label={t('undoIn', { store: name })}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </li>
  );
}
