import { useId } from 'react';
import { formatList } from '#app/i18n/format.ts';
import { adminCopiesTexts } from '#app/i18n/texts/admin-copies.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { Badge } from '#app/ui/badge.tsx';
import { classes } from '#app/ui/classes.ts';
import { equal } from '../ui/edit/versions.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import type { CopiedKind } from './copied-kinds.ts';
import { type CopiedLines, copiedLines, copiedName, type LineContext, markedLines } from './copied-lines.ts';
import type { CopiedPart, CopyPreview } from './copies-data.ts';

/** The parts that copying changes in a store. */
export const changedParts = ({ parts }: CopyPreview): CopiedPart[] =>
  parts.filter(({ now, becomes }) => !equal(now, becomes));

type StorePreviewProps = {
  kind: CopiedKind;
  tenantId: string;
  preview: CopyPreview | undefined;
  context: LineContext;
  /** Names of the couriers that the copied zones use and the store has no account with. */
  missingCarriers: readonly string[];
};

/** What a store has and what it would have after copying, side by side; lines that differ are marked. */
export function StorePreview({ kind, tenantId, preview, context, missingCarriers }: StorePreviewProps) {
  const t = adminCopiesTexts();
  const id = useId();
  const changed = preview ? changedParts(preview) : [];
  const stays = (preview?.parts ?? []).filter((part) => !changed.includes(part));
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="wrap-anywhere font-semibold text-lg">
          <StoreMark tenantId={tenantId} />
        </h2>
        <Badge tone={changed.length > 0 ? 'tint' : 'neutral'}>
          {t('changes', { count: changed.length })}
        </Badge>
      </div>
      {missingCarriers.map((carrier) => (
        <p key={carrier} className="rounded-card bg-warning-tint p-3 text-sm text-warning-text">
          {t('noAccount', { carrier })}
        </p>
      ))}
      {changed.map((part) => (
        <ChangedPart key={part.key} kind={kind} part={part} context={context} />
      ))}
      {stays.length > 0 ? (
        <p className="wrap-anywhere text-ink-soft text-sm">
          {t('stays', { names: formatList(stays.map(({ key }) => copiedName(kind, key))) })}
        </p>
      ) : null}
    </section>
  );
}

type ChangedPartProps = { kind: CopiedKind; part: CopiedPart; context: LineContext };

function ChangedPart({ kind, part: { key, now, becomes }, context }: ChangedPartProps) {
  const t = adminCopiesTexts();
  const [before, after] = [now, becomes].map((value) => copiedLines(kind, key, value, context));
  const readsTheSame = equal(before, after);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-4">
      <h3 className="wrap-anywhere font-semibold">
        <bdi>{copiedName(kind, key)}</bdi>
      </h3>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <Side label={t('now')} shown={before} other={after} mark="del" />
        <Side
          label={t('becomes')}
          shown={after}
          other={before}
          mark="ins"
          empty={becomes === null ? t('removed') : t('nothing')}
        />
      </div>
      {readsTheSame ? <p className="text-ink-soft text-sm">{t('readsTheSame')}</p> : null}
    </div>
  );
}

const marks = { del: 'bg-danger-tint text-danger-text', ins: 'bg-success-tint text-success-text' } as const;

type SideProps = {
  label: string;
  shown: CopiedLines[] | undefined;
  other: CopiedLines[] | undefined;
  /** The element of lines that the other side lacks. */
  mark: keyof typeof marks;
  empty?: string;
};

function Side({ label, shown = [], other = [], mark: Mark, empty }: SideProps) {
  const t = adminCopiesTexts();
  const tSettings = adminSettingsTexts();
  return (
    <div className="grid content-start gap-2">
      <h4 className="font-semibold text-ink-soft text-sm">{label}</h4>
      {shown.length === 0 ? <p className="text-ink-soft text-sm">{empty ?? t('nothing')}</p> : null}
      {shown.map(({ language, lines }) => (
        <div key={language ?? ''} className="grid gap-1">
          {language ? <p className="text-ink-soft text-xs">{tSettings(`language_${language}`)}</p> : null}
          <div
            className="grid gap-1 text-sm"
            {...(language && { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' })}
          >
            {[...markedLines(lines, other.find((one) => one.language === language)?.lines).entries()].map(
              ([place, { line, isMarked }]) => (
                <p key={place} className="wrap-anywhere" dir="auto">
                  {isMarked ? (
                    <Mark className={classes('rounded-field px-1 no-underline', marks[Mark])}>{line}</Mark>
                  ) : (
                    line
                  )}
                </p>
              ),
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
