import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requireCapability, requireStaff } from '#app/auth/guards.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { adminCopiesTexts } from '#app/i18n/texts/admin-copies.ts';
import { fields } from '#app/product/parse-values.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { type CarrierAccount, readCarriers } from '../orders/data/carrier-calls.ts';
import { usePlaceNames } from '../settings/zones/zone-list.tsx';
import { readDistricts } from '../settings/zones/zones-data.ts';
import { AdminError } from '../ui/admin-error.tsx';
import { ListSkeleton } from '../ui/list/list-skeleton.tsx';
import { oneOf } from '../ui/list/url-state.ts';
import { useOfficeStores } from '../ui/office-stores.ts';
import { StoreMark } from '../ui/store-mark.tsx';
import { useChange } from '../ui/use-change.ts';
import type { Route } from './+types/copy-to-stores.route.ts';
import { copiedKindNames, copiedKinds, copyTargets, isNamed } from './copied-kinds.ts';
import {
  applyCopies,
  type CopyOutcome,
  type CopyPreview,
  readFactsOfStores,
  readPreviews,
} from './copies-data.ts';
import { CopyOutcomes } from './copy-outcomes.tsx';
import { changedParts, StorePreview } from './store-preview.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: adminCopiesTexts()('title') });
}

/** The couriers that each store has an account with; none where the server does not say. */
async function readCarriersByStore(
  tenantIds: readonly string[],
): Promise<Record<string, readonly CarrierAccount[]>> {
  const read = tenantIds.map(async (tenantId) => [tenantId, await readCarriers(tenantId).catch(() => [])]);
  return Object.fromEntries(await Promise.all(read));
}

/** What `?kind=` of this store the stores of `?to=` would get; `?replace=yes` also removes what only they have. */
export async function clientLoader({ request, url }: Route.ClientLoaderArgs) {
  const user = await requireStaff(request);
  const kind = oneOf(copiedKindNames, url.searchParams.get('kind'));
  await requireCapability(request, copiedKinds[kind].capability);
  const targets = copyTargets(user, kind);
  const none: Record<string, never> = {};
  const chosen = targets.filter((target) => url.searchParams.getAll('to').includes(target));
  const replace = isNamed(kind) && url.searchParams.get('replace') === 'yes';
  const hasTexts = kind === 'policies' || kind === 'questions' || kind === 'messages';
  const [previews, facts, districts, carriers] = await Promise.all([
    readPreviews(kind, chosen, replace),
    hasTexts ? readFactsOfStores(chosen) : none,
    kind === 'zones' ? readDistricts() : [],
    kind === 'zones' ? readCarriersByStore(chosen) : none,
  ]);
  return { kind, targets, chosen, replace, previews, facts, districts, carriers };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ListSkeleton />;
}

export function ErrorBoundary() {
  return <AdminError />;
}

/** The names of couriers of copied zones with which a store has no account. */
function missingCarriers(preview: CopyPreview | undefined, accounts: readonly CarrierAccount[]): string[] {
  const needed = new Set(preview && changedParts(preview).map(({ becomes }) => fields(becomes).carrier));
  return accounts.filter(({ code, configured }) => !configured && needed.has(code)).map(({ name }) => name);
}

export default function CopyToStoresPage({ loaderData }: Route.ComponentProps) {
  return <CopyToStores key={loaderData.kind} {...loaderData} />;
}

/** Copies what this store has of a kind to other stores, after showing what each would get. */
function CopyToStores(loaderData: Route.ComponentProps['loaderData']) {
  const { kind, targets, chosen, replace, previews, facts, districts, carriers } = loaderData;
  const t = adminCopiesTexts();
  const brand = useBrand();
  const stores = useOfficeStores().filter(({ id }) => targets.includes(id));
  const [, setQuery] = useSearchParams();
  const [outcomes, setOutcomes] = useState<readonly CopyOutcome[]>([]);
  const placeNames = usePlaceNames(districts);
  const { busy, change } = useChange();
  const toCopy = previews.filter((preview) => changedParts(preview).length > 0);
  // Marked at once, while the page still loads.
  const [wanted, setWanted] = useState({ to: chosen, replace });
  const choose = (next: typeof wanted) => {
    setWanted(next);
    const query = new URLSearchParams({ kind, ...(next.replace && { replace: 'yes' }) });
    for (const tenantId of next.to) query.append('to', tenantId);
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  const apply = () =>
    change({
      run: () => applyCopies(kind, toCopy, replace),
      onDone: (done) =>
        setOutcomes(stores.flatMap(({ id }) => done.filter(({ tenantId }) => tenantId === id))),
      done: (done) => {
        const left = done.filter(({ refusal }) => refusal).length;
        return {
          title: left === done.length ? t('notApplied') : t('applied', { count: done.length - left }),
          ...(left > 0 && {
            description: t('partlyApplied', { count: left }),
            variant: 'destructive' as const,
          }),
        };
      },
      failed: t('notApplied'),
    });
  const { editor } = copiedKinds[kind];
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h1 className="text-heading">
          {t('title')}: {t(`kind_${kind}`)}
        </h1>
        <p className="max-w-prose text-ink-soft">{t('lead')}</p>
        <TextLink to={editor} className="inline-flex min-h-11 items-center justify-self-start">
          {t('back', { store: brand.name })}
        </TextLink>
      </div>
      {stores.length === 0 ? (
        <p>{t('noStores')}</p>
      ) : (
        <fieldset className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="mb-1 font-semibold">{t('stores')}</legend>
          {stores.map(({ id }) => (
            <Checkbox
              key={id}
              label={<StoreMark tenantId={id} />}
              checked={wanted.to.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                choose({
                  ...wanted,
                  to: checked ? [...wanted.to, id] : wanted.to.filter((other) => other !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {isNamed(kind) && stores.length > 0 ? (
        <Checkbox
          label={t(`replace_${kind}`)}
          checked={wanted.replace}
          onChange={({ currentTarget: { checked } }) => choose({ ...wanted, replace: checked })}
        />
      ) : null}
      {outcomes.length > 0 ? <CopyOutcomes kind={kind} outcomes={outcomes} /> : null}
      {stores.length > 0 && chosen.length === 0 ? <p className="text-ink-soft">{t('chooseStores')}</p> : null}
      {stores
        .filter(({ id }) => chosen.includes(id))
        .map(({ id }) => {
          const preview = previews.find(({ tenantId }) => tenantId === id);
          const accounts: readonly CarrierAccount[] = carriers[id] ?? [];
          return (
            <StorePreview
              key={id}
              kind={kind}
              tenantId={id}
              preview={preview}
              missingCarriers={missingCarriers(preview, accounts)}
              context={{
                facts: facts[id],
                placeNames,
                carrierName: (code) => accounts.find((account) => account.code === code)?.name ?? code,
              }}
            />
          );
        })}
      {chosen.length > 0 ? (
        <div className="sticky bottom-0 z-10 border-t bg-page py-3">
          <Button busy={busy} disabled={toCopy.length === 0} onClick={apply} className="max-sm:w-full">
            {t('apply', { count: toCopy.length })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
