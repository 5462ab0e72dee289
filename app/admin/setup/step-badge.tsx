import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import type { Readiness } from '#app/store/readiness.ts';
import { Badge } from '#app/ui/badge.tsx';
import { type SetupStep, stepState } from './setup-steps.ts';

const tones = { done: 'success', missing: 'warning', optional: 'neutral' } as const;

/** State of a step; renders nothing for a step without items. */
export function StepBadge({ step, readiness }: { step: SetupStep; readiness: readonly Readiness[] }) {
  const t = adminSetupTexts();
  const state = stepState(step, readiness);
  return state === 'open' ? null : <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}
