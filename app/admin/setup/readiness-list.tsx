import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { isGovernorate } from '#app/addresses/governorates.ts';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { adminReadinessTexts } from '#app/i18n/texts/admin-readiness.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { governoratesTexts } from '#app/i18n/texts/governorates.ts';
import type { Readiness, ReadinessLevel, TextContradiction } from '#app/store/readiness.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { placeOfItem, placeOfText } from './setup-steps.ts';
import { nameOfText } from './text-names.ts';

const levels = ['missing', 'contradicts', 'demo', 'recommended'] as const satisfies readonly ReadinessLevel[];

const icons = {
  missing: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />,
  contradicts: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning-text" />,
  demo: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning-text" />,
  recommended: <CircleDashed aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />,
} as const;

/** What the store needs to sell: what is not ready, by level, with why and where it is repaired; then what is ready. */
export function ReadinessList({ readiness }: { readiness: readonly Readiness[] }) {
  const t = adminReadinessTexts();
  const open = readiness.filter(({ isReady }) => !isReady);
  const ready = readiness.filter(({ isReady }) => isReady);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {open.length === 0 ? <p>{t('nothingMissing')}</p> : null}
      {levels.map((level) => {
        const items = open.filter((one) => one.level === level);
        if (items.length === 0) return null;
        return (
          <section key={level} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h3 className="font-semibold text-base">{t(`level_${level}`)}</h3>
            <ul aria-label={t(`level_${level}`)} className="divide-y rounded-card border bg-surface">
              {items.map((one) => (
                <li key={one.item} className="flex items-start gap-3 px-4 py-3">
                  {icons[level]}
                  <Item readiness={one} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {ready.length > 0 ? (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sm">
            {t('ready', { count: ready.length })}
          </summary>
          <ul className="grid gap-2 pt-2">
            {ready.map(({ item, names }) => (
              <li key={item} className="flex items-start gap-3 text-sm">
                <Check aria-hidden="true" className="size-5 shrink-0 text-success-text" />
                <span className="wrap-anywhere min-w-0">
                  {t(`item_${item}`)} <Names names={names} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function Item({ readiness: { item, names, amount, contradictions } }: { readiness: Readiness }) {
  const t = adminReadinessTexts();
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <PlaceLink className="justify-self-start font-medium" to={placeOfItem(item)}>
        {t(`item_${item}`)}
      </PlaceLink>
      <p className="max-w-prose text-ink-soft text-sm">{t(`why_${item}`, { amount })}</p>
      <Names names={names} />
      {contradictions.length > 0 ? <Contradictions found={contradictions} /> : null}
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const tGovernorates = governoratesTexts();
  if (names.length === 0) return null;
  return (
    <span className="wrap-anywhere text-ink-soft text-sm">
      {names.map((name, place) => (
        <span key={name}>
          {place > 0 ? ' · ' : null}
          <bdi>{isGovernorate(name) ? tGovernorates(name) : name}</bdi>
        </span>
      ))}
    </span>
  );
}

function Contradictions({ found }: { found: readonly TextContradiction[] }) {
  const t = adminReadinessTexts();
  const tSettings = adminSettingsTexts();
  return (
    <ul className="grid gap-1 text-sm">
      {found.map((one) => (
        <li key={`${one.place} ${one.name} ${one.language} ${one.said}`} className="wrap-anywhere">
          <PlaceLink to={placeOfText[one.place]}>
            {t('contradiction', {
              text: nameOfText(one, tSettings),
              language: t(`language_${one.language}`),
              said: one.said,
              now: one.now || t('notSet'),
            })}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}

type PlaceLinkProps = { to: string | undefined; className?: string; children: ReactNode };

/** A link to a page that the user may open; else its text. */
function PlaceLink({ to, className, children }: PlaceLinkProps) {
  const { user } = useSession();
  const [path] = to?.split('?') ?? [];
  const [, capability] = Object.entries(pageCapabilities).find(([page]) => page === path) ?? [];
  return to && (!capability || may(user, capability)) ? (
    <TextLink {...(className && { className })} to={to}>
      {children}
    </TextLink>
  ) : (
    <span className={className}>{children}</span>
  );
}
