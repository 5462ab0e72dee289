import { useFormContext, useWatch } from 'react-hook-form';
import { languages } from '#app/i18n/languages.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import type { DeliveryFee } from '#app/store/facts.ts';
import { ContradictionNotice } from '../../content/facts/contradiction-notice.tsx';
import { FactNames } from '../../content/facts/fact-names.tsx';
import { useStoreFacts } from '../../content/facts/use-store-facts.ts';
import { translatedName } from '../../ui/edit/translated-texts.ts';
import { type BrandForm, brandTexts } from './brand-form.ts';

/** The facts that the brand's words can name, and what the typed words state otherwise than the settings. */
export function BrandFacts({ fees }: { fees: readonly DeliveryFee[] }) {
  const t = adminSettingsTexts();
  const { control } = useFormContext<BrandForm>();
  const values = useWatch({ control });
  const { facts, texts } = useStoreFacts(fees);
  const typed = brandTexts.flatMap((name) =>
    languages.map((language) => ({
      name: t(`brand_${name}`),
      text: values[language === 'en' ? name : translatedName(name, language)] ?? '',
      language,
    })),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:col-span-2">
      <FactNames texts={texts} />
      <ContradictionNotice texts={typed} facts={facts} factTexts={texts} />
    </div>
  );
}
