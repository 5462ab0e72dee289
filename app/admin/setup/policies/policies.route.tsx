import { useState } from 'react';
import { requireCapability } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { PolicyText } from '#app/content/policy-text.tsx';
import { languageFacts, languages } from '#app/i18n/languages.ts';
import { directionOf } from '#app/i18n/page-language.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { translatedWords } from '#app/i18n/translated-row.ts';
import { storeContext } from '#app/lib/context.ts';
import { fields } from '#app/product/parse-values.ts';
import { factTexts } from '#app/store/fact-texts.ts';
import { withFacts } from '#app/store/facts.ts';
import { publicSettings, type SettingsDefaults } from '#app/store/public-settings.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { readDeliveryFees } from '../../content/facts/use-store-facts.ts';
import { readStoredQuestions } from '../../content/faq/faq-data.ts';
import { readSettings } from '../../settings/settings-data.ts';
import { ListSkeleton } from '../../ui/list/list-skeleton.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Route } from './+types/policies.route.ts';
import { proposedPairs, proposedPolicies, savePolicies, saveQuestions } from './policy-proposals.ts';

/** Loads the brand's values that apply where the store's settings are empty. */
export function loader({ context }: Route.LoaderArgs): SettingsDefaults {
  const { shipping, payment, customization, features, ...brand } = context.get(storeContext).brand;
  const { contactEmail, contactPhone, address, socialMedia, pointsSystem } = brand;
  return {
    ...{ shipping, payment, customization, features },
    ...{ contactEmail, contactPhone, address, socialMedia, pointsSystem },
  };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  await requireCapability(request, pageCapabilities['/admin/setup/policies']);
  const [defaults, row, questions, fees] = await Promise.all([
    serverLoader(),
    readSettings(),
    readStoredQuestions(),
    readDeliveryFees(),
  ]);
  return { settings: publicSettings(defaults, row), row, questions, fees };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

/** Proposed policies and questions in both languages; saved once the user accepts. */
export default function PoliciesStep({
  loaderData: { settings, row, questions, fees },
}: Route.ComponentProps) {
  const t = adminSetupTexts();
  const tSettings = adminSettingsTexts();
  const brand = useBrand();
  const { busy, change } = useChange();
  const [isNewer, setNewer] = useState(false);
  const facts = { brand, settings, fees };
  const texts = factTexts(facts);
  const policies = proposedPolicies(facts);
  const pairs = proposedPairs(facts);
  const legal = fields(row?.legal);
  const arabic = translatedWords(row?.translations, 'legal', 'ar');
  const isUsed = policies.every(
    ({ path, ...proposed }) => legal[path] === proposed.english && arabic[path] === proposed.arabic,
  );
  const areAsked = pairs.every(({ english }) =>
    questions.some(({ question, answer }) => question === english.question && answer === english.answer),
  );
  const savePoliciesNow = async () => {
    setNewer(false);
    const base = {
      version: row?.version ?? null,
      column: row?.legal ?? {},
      translations: row?.translations ?? {},
    };
    await change({
      run: async () => {
        const saved = await savePolicies(base, policies);
        setNewer(!saved);
        return saved;
      },
      done: (saved) => ({ title: t(saved ? 'policiesUsed' : 'policiesNewer') }),
      failed: t('notUsed'),
    });
  };
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('policiesLead')}</p>
      {isNewer ? (
        <p role="alert" className="rounded-card bg-warning-tint px-4 py-3 text-warning-text">
          {t('policiesNewer')}
        </p>
      ) : null}
      <Proposal
        title={t('policies')}
        isUsed={isUsed}
        use={t('useThese')}
        busy={busy}
        onUse={() => void savePoliciesNow()}
        entries={policies.map(({ path, english, arabic: other }) => ({
          key: path,
          title: tSettings(`legal_${path}`),
          english: withFacts(english, texts.en),
          arabic: withFacts(other, texts.ar),
        }))}
      />
      <Proposal
        title={t('questions')}
        isUsed={areAsked}
        use={t('useTheseQuestions')}
        busy={busy}
        onUse={() =>
          void change({
            run: () => saveQuestions(pairs, questions),
            done: t('questionsUsed'),
            failed: t('notUsed'),
          })
        }
        entries={pairs.map(({ english, arabic: other }) => ({
          key: english.question,
          title: '',
          english: `${english.question}\n\n${withFacts(english.answer, texts.en)}`,
          arabic: `${other.question}\n\n${withFacts(other.answer, texts.ar)}`,
        }))}
      />
    </>
  );
}

type ProposalProps = {
  title: string;
  /** The store has this text already. */
  isUsed: boolean;
  use: string;
  busy: boolean;
  onUse: () => void;
  entries: readonly { key: string; title: string; english: string; arabic: string }[];
};

/** Proposed texts in both languages, side by side, with a button that saves them. */
function Proposal({ title, isUsed, use, busy, onUse, entries }: ProposalProps) {
  const t = adminSetupTexts();
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-dashed bg-surface p-4 md:p-6"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">{title}</h2>
        <Badge tone={isUsed ? 'success' : 'neutral'}>{t(isUsed ? 'inUse' : 'proposed')}</Badge>
      </div>
      {entries.map((entry) => (
        <div key={entry.key} className="grid gap-x-8 gap-y-4 border-t pt-4 md:grid-cols-2">
          {entry.title ? <h3 className="font-semibold md:col-span-2">{entry.title}</h3> : null}
          {languages.map((language) => (
            <div
              key={language}
              lang={language}
              dir={directionOf(language)}
              className="grid content-start gap-2"
            >
              <p className="font-details text-ink-soft text-xs">{languageFacts[language].name}</p>
              <PolicyText text={language === 'ar' ? entry.arabic : entry.english} />
            </div>
          ))}
        </div>
      ))}
      <Button className="justify-self-start" busy={busy} disabled={isUsed} onClick={onUse}>
        {use}
      </Button>
    </section>
  );
}
