import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminDoorsTexts } from '#app/i18n/texts/admin-doors.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { readinessItems } from '../doors/doors-data.ts';
import { type Readiness, stepOfItem } from './setup-steps.ts';

/** What is not ready, each with the step for it; requirements for a first order come first. */
export function MissingItems({ readiness }: { readiness: readonly Readiness[] }) {
  const t = adminSetupTexts();
  const tDoors = adminDoorsTexts();
  const tAdmin = adminTexts();
  const missing = readiness
    .filter(({ is_ready }) => !is_ready)
    .toSorted((one, other) => Number(other.is_required) - Number(one.is_required));
  if (missing.length === 0) return <p>{t('nothingMissing')}</p>;
  return (
    <ul aria-label={t('missing')} className="grid gap-3">
      {missing.map(({ item, is_required }) => {
        const step = stepOfItem(item);
        const name = isItem(item) ? tDoors(`item_${item}`) : item;
        return (
          <li key={item} className="grid gap-0.5">
            <span className="font-medium">
              {name}
              {is_required ? null : <span className="font-normal text-ink-soft"> {t('mayWait')}</span>}
            </span>
            {step ? (
              <TextLink className="justify-self-start text-sm" to={step.to}>
                {tAdmin(step.labelKey)}
              </TextLink>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const isItem = (item: string): item is (typeof readinessItems)[number] =>
  readinessItems.some((known) => known === item);
