import { useState } from 'react';
import { useBrand } from '#app/brands/use-brand.ts';
import { formatParts } from '#app/i18n/format.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { adminZonesTexts } from '#app/i18n/texts/admin-zones.ts';
import { formatPounds } from '#app/lib/money.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { translatedName } from '../../ui/edit/translated-texts.ts';
import { ResourceDialog } from '../../ui/resource/resource-dialog.tsx';
import { addRow } from '../../ui/resource/rows.ts';
import { useChange } from '../../ui/use-change.ts';
import { type ZoneForm, zoneColumns } from './zone-form.ts';
import { usePlaceNames, useZones, type ZonesProps } from './zone-list.tsx';
import { proposedZones } from './zone-proposals.ts';

type ZoneProposalsProps = ZonesProps & { shipping: Readonly<Record<string, unknown>> };

/** Proposed zones for Egypt, to save unchanged or edited; renders nothing once all places have a zone. */
export function ZoneProposals({ zones, districts, shipping }: ZoneProposalsProps) {
  const t = adminZonesTexts();
  const { currency } = useBrand();
  const resource = useZones({ zones, districts });
  const placeNames = usePlaceNames(districts);
  const [changed, setChanged] = useState<ZoneForm | null>(null);
  const { busy, change } = useChange();
  const proposals = proposedZones(shipping, zones);
  if (proposals.length === 0) return null;
  const save = (some: readonly ZoneForm[]) =>
    void change({
      run: async () => {
        for (const zone of some)
          await addRow('shipping_zones', { ...zoneColumns(zone, null), tenant_id: pageTenant() });
      },
      done: t('proposalsSaved', { count: some.length }),
      failed: t('failed'),
    });
  const rateText = ({ fee, daysFrom, daysTo }: ZoneForm['rates'][number]) => {
    const [from, to] = [Number(daysFrom), Number(daysTo)];
    const price = formatPounds(Number(fee), currency);
    return from === to
      ? t('proposedRateExact', { fee: price, days: to })
      : t('proposedRate', { fee: price, from, to });
  };
  const nameOf = (zone: ZoneForm) =>
    pageLanguage() === 'ar' ? zone[translatedName('name', 'ar')] : zone.name;
  return (
    <section
      aria-labelledby="zone-proposals"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-dashed bg-surface p-4 md:p-6"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="zone-proposals" className="text-lg">
            {t('proposals')}
          </h2>
          <Badge>{t('notSaved')}</Badge>
        </div>
        <p className="max-w-prose text-ink-soft text-sm">{t('proposalsLead')}</p>
      </div>
      <ul className="divide-y">
        {proposals.map((zone) => (
          <li key={zone.name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
              <h3 className="font-medium">{nameOf(zone)}</h3>
              <p className="text-ink-soft text-sm">{placeNames(zone.places)}</p>
              <p className="text-sm">
                {formatParts(zone.rates.map((rate) => `${t(`method_${rate.method}`)}: ${rateText(rate)}`))}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                size="small"
                aria-label={t('changeProposalOf', { zone: nameOf(zone) })}
                onClick={() => setChanged(zone)}
              >
                {t('changeProposal')}
              </Button>
              <Button
                variant="outline"
                size="small"
                busy={busy}
                aria-label={t('saveProposalOf', { zone: nameOf(zone) })}
                onClick={() => save([zone])}
              >
                {t('saveProposal')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {proposals.length > 1 ? (
        <Button className="justify-self-start" busy={busy} onClick={() => save(proposals)}>
          {t('saveProposals', { count: proposals.length })}
        </Button>
      ) : null}
      {changed ? (
        <ResourceDialog
          resource={{ ...resource, form: { ...resource.form, values: () => changed } }}
          task={{ kind: 'add', row: null }}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </section>
  );
}
