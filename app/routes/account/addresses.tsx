import { zodResolver } from '@hookform/resolvers/zod';
import { MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { AccountFrame } from '#app/account/account-frame.tsx';
import { useAccountChange } from '#app/account/use-account-change.ts';
import { type Address, type AddressInput, addressForm, blankAddress } from '#app/addresses/address-form.ts';
import { addressLine } from '#app/addresses/address-lines.ts';
import { AddressFields } from '#app/addresses/address-section.tsx';
import {
  deleteAddress,
  preferAddress,
  readAddresses,
  restoreAddress,
  type SavedAddress,
  writeAddress,
} from '#app/addresses/addresses-data.ts';
import { useAddressLabels } from '#app/addresses/use-address-labels.ts';
import { requireUser } from '#app/auth/guards.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { BrandEmptyState } from '#app/ui/empty-state.tsx';
import { PageSpinner } from '#app/ui/page-spinner.tsx';
import type { Route } from './+types/addresses.ts';
import { AccountError } from './account-error.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { name: accountTexts()('addresses') });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await requireUser(request);
  return { user, addresses: await readAddresses(user.id) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = PageSpinner;
export const ErrorBoundary = AccountError;

export default function Addresses({ loaderData }: Route.ComponentProps) {
  const t = accountTexts();
  const addressLabels = useAddressLabels();
  const { addresses, user } = loaderData;
  const { change } = useAccountChange();
  const [edited, setEdited] = useState<SavedAddress | 'new' | null>(null);
  // Escape closes the dialog; a reopened dialog restores what was typed.
  const drafts = useRef(new Map<string | null, Partial<AddressInput>>());

  const save = (run: () => Promise<void>) =>
    change({ run, done: t('addressSaved'), failed: t('saveFailed') });
  const remove = (address: SavedAddress) =>
    change({
      run: () => deleteAddress(address.id),
      undo: () => restoreAddress(address),
      done: t('addressDeleted'),
      undone: t('addressSaved'),
      failed: t('saveFailed'),
    });

  return (
    <AccountFrame title={t('addresses')}>
      {addresses.length === 0 ? (
        <BrandEmptyState icon={<MapPin className="size-12" />} title={t('noAddresses')}>
          {t('noAddressesWhy')}
        </BrandEmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {addresses.map((address) => (
            <li key={address.id} className="stroked grid content-between gap-4 rounded-card bg-surface p-5">
              <div className="grid gap-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  <bdi>{addressLabels.named(address)}</bdi>
                  {address.is_default ? <Badge tone="tint">{t('default')}</Badge> : null}
                </p>
                {address.label ? (
                  <p>
                    <bdi>{address.full_name}</bdi>
                  </p>
                ) : null}
                <p>
                  <bdi>{addressLine(address, addressLabels)}</bdi>
                </p>
                <p className="text-ink-soft">{address.phone}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="outline"
                  size="small"
                  aria-label={t('editNamed', { name: addressLine(address, addressLabels) })}
                  onClick={() => setEdited(address)}
                >
                  {t('edit')}
                </Button>
                {address.is_default ? null : (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('makeDefaultNamed', { name: addressLine(address, addressLabels) })}
                    onClick={() => void save(() => preferAddress(address.id))}
                  >
                    {t('makeDefault')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('deleteNamed', { name: addressLine(address, addressLabels) })}
                  onClick={() => void remove(address)}
                >
                  {t('delete')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setEdited('new')} className="justify-self-start">
        {t('addAddress')}
      </Button>
      <Dialog
        open={edited !== null}
        ignoreBackdropClick
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('addAddress') : t('editAddress')}
        size="large"
      >
        {edited ? (
          <AddressEditor
            initial={
              drafts.current.get(idOf(edited)) ?? (edited === 'new' ? blankAddress(user.name) : edited)
            }
            onType={(typed) => drafts.current.set(idOf(edited), typed)}
            onSave={async (address) => {
              const id = idOf(edited);
              if (await save(() => writeAddress(user.id, id, address))) {
                drafts.current.delete(id);
                // The editor may have been closed and opened for another address meanwhile.
                setEdited((now) => (now === edited ? null : now));
              }
            }}
          />
        ) : null}
      </Dialog>
    </AccountFrame>
  );
}

const idOf = (edited: SavedAddress | 'new'): string | null => (edited === 'new' ? null : edited.id);

interface AddressEditorProps {
  initial: Partial<AddressInput>;
  onType: (typed: Partial<AddressInput>) => void;
  onSave: (address: Address) => Promise<void>;
}

function AddressEditor({ initial, onType, onSave }: AddressEditorProps) {
  const t = accountTexts();
  const form = useForm<AddressInput, unknown, Address>({
    resolver: zodResolver(addressForm),
    defaultValues: initial,
  });
  const keep = useEffectEvent(onType);
  useEffect(() => {
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form]);
  return (
    <form onSubmit={form.handleSubmit(onSave)} noValidate className="grid gap-5">
      <AddressFields form={form} />
      <Button type="submit" busy={form.formState.isSubmitting} className="justify-self-end">
        {t('save')}
      </Button>
    </form>
  );
}
