import { useState } from 'react';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatDate } from '#app/i18n/format.ts';
import { adminClaimsTexts } from '#app/i18n/texts/admin-claims.ts';
import { formatPounds } from '#app/lib/money.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { Claim } from './claim-calls.ts';
import { ClaimDialog } from './claim-dialog.tsx';

/** What is to be said of a claim: it is still to be made at the carrier, waits, is overdue, or was answered. */
function stateOf({ state, claimed_at, is_overdue }: Claim): keyof typeof tones {
  if (state !== 'open') return state;
  if (is_overdue) return 'overdue';
  return claimed_at ? 'open' : 'unmade';
}

const tones = {
  unmade: 'warning',
  open: 'tint',
  overdue: 'danger',
  paid: 'success',
  refused: 'neutral',
} as const satisfies Record<string, BadgeTone>;

type ClaimFactsProps = { shipment: { id: string; number: number }; claim: Claim };

/** A claim against a carrier with its next steps, for people who settle carriers' cash. */
export function ClaimFacts({ shipment, claim }: ClaimFactsProps) {
  const t = adminClaimsTexts();
  const { currency } = useBrand();
  const { user } = useSession();
  const [asked, setAsked] = useState<'change' | 'answer' | null>(null);
  const state = stateOf(claim);
  const facts = [
    t('claimed', { amount: formatPounds(claim.amount, currency) }),
    claim.received === null ? '' : t('received', { amount: formatPounds(claim.received, currency) }),
    claim.state === 'open' ? t('due', { day: formatDate(claim.due_on) }) : '',
    claim.reference ? t('referenceLine', { reference: claim.reference }) : '',
    claim.note,
  ].filter(Boolean);
  const settles = may(user, 'money.settle_cash');
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
        <span>{facts.join(' · ')}</span>
      </p>
      {settles && claim.state !== 'paid' ? (
        <div className="flex flex-wrap gap-2">
          {claim.state === 'open' ? (
            <Button variant="outline" size="small" onClick={() => setAsked('change')}>
              {t(claim.claimed_at ? 'change' : 'make')}
            </Button>
          ) : null}
          <Button variant="outline" size="small" onClick={() => setAsked('answer')}>
            {t('answer')}
          </Button>
        </div>
      ) : null}
      {asked === 'change' ? (
        <ClaimDialog shipment={shipment} claim={claim} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'answer' ? (
        <AnswerDialog shipment={shipment} claim={claim} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  );
}
