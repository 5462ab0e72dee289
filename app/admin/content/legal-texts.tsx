import { PolicyText } from '#app/content/policy-text.tsx';
import { languages } from '#app/i18n/languages.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { type DeliveryFee, withFacts } from '#app/store/facts.ts';
import { CopyLink } from '../copy-to-stores/copy-link.tsx';
import type { readSettings } from '../settings/settings-data.ts';
import { SettingsEditor } from '../settings/settings-editor.tsx';
import type { SettingsValues } from '../settings/settings-form.ts';
import { settingsGroups } from '../settings/settings-groups.ts';
import { translatedName } from '../ui/edit/translated-texts.ts';
import { ContradictionNotice } from './facts/contradiction-notice.tsx';
import { FactNames } from './facts/fact-names.tsx';
import { useStoreFacts } from './facts/use-store-facts.ts';
import { Preview } from './preview.tsx';

type LegalTextsProps = { row: Awaited<ReturnType<typeof readSettings>>; fees: DeliveryFee[] };

/** The form of the store's policies, with a preview as shoppers see them. */
export function LegalTexts({ row, fees }: LegalTextsProps) {
  const t = adminContentTexts();
  const tSettings = adminSettingsTexts();
  const { facts, texts } = useStoreFacts(fees);
  const nameOf = (path: (typeof settingsGroups.legal)[number]['path']) => tSettings(`legal_${path}`);
  const typed = (values: SettingsValues) =>
    settingsGroups.legal.flatMap(({ path }) =>
      languages.map((language) => ({
        name: nameOf(path),
        text: String(values[language === 'en' ? path : translatedName(path, language)] ?? ''),
        language,
      })),
    );
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <p className="text-ink-soft">{t('lead')}</p>
        <CopyLink kind="policies" />
      </div>
      <SettingsEditor
        group="legal"
        version={row?.version ?? null}
        column={row?.legal ?? {}}
        translations={row?.translations ?? {}}
        preview={(values) => (
          <div className="grid gap-4">
            <FactNames texts={texts} />
            <ContradictionNotice texts={typed(values)} facts={facts} factTexts={texts} />
            <Preview text={t('legalPreview')}>
              {settingsGroups.legal.map(({ path }) => (
                <div key={path} className="grid gap-2">
                  <h3 className="font-semibold">{nameOf(path)}</h3>
                  <PolicyText
                    text={withFacts(String(values[path] ?? ''), texts.en) || t('nothingToPreview')}
                  />
                </div>
              ))}
            </Preview>
          </div>
        )}
      />
    </div>
  );
}
