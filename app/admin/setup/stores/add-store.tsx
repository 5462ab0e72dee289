import { useState } from 'react';
import type { LookName } from '#app/brands/looks/look.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Constants } from '#app/lib/database.types.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { shortName } from './short-name.ts';
import { makeStore, type NewStore } from './stores-data.ts';

const looks: readonly LookName[] = Constants.public.Enums.brand_look;

/** Asks for a new store's name, short name, look and kind of goods, and makes it. */
export function AddStore({ onClose }: { onClose: () => void }) {
  const t = adminSetupTexts();
  const tSettings = adminSettingsTexts();
  const [name, setName] = useState('');
  const [typedId, setTypedId] = useState<string>();
  const [look, setLook] = useState<LookName>('gallery');
  const [sells, setSells] = useState<NewStore['sells']>('goods');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState('');
  const { busy, change } = useChange();
  const id = typedId ?? shortName(name);
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || id === '') return;
    void change({
      run: () => makeStore({ id, name: name.trim(), look, sells }),
      done: t('storeMade', { store: toastName(name) }),
      failed: t('storeNotMade'),
      onFailure: setFailure,
      onDone: onClose,
    });
  };
  return (
    <FormDialog
      title={t('addStore')}
      description={t('addStoreWhy')}
      dirty={name !== '' || typedId !== undefined}
      busy={busy}
      failure={failure}
      submit={t('makeStore')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('storeName')}
        hint={t('storeNameHint')}
        error={tried && name.trim() === '' ? t('nameMissing') : undefined}
        value={name}
        maxLength={80}
        autoComplete="off"
        required
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextField
        label={t('storeId')}
        hint={t('storeIdHint')}
        error={tried && id === '' ? t('idMissing') : undefined}
        value={id}
        maxLength={30}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={({ currentTarget }) => setTypedId(currentTarget.value)}
      />
      <SelectField
        label={t('storeLook')}
        value={look}
        onChange={({ currentTarget }) => setLook(currentTarget.value as LookName)}
      >
        {looks.map((one) => (
          <option key={one} value={one}>
            {tSettings(`look_${one}`)}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        legend={t('storeSells')}
        name="sells"
        layout="columns"
        value={sells}
        onChange={setSells}
        options={[
          { value: 'goods', label: t('sells_goods'), detail: t('sells_goodsWhy') },
          { value: 'garments', label: t('sells_garments'), detail: t('sells_garmentsWhy') },
        ]}
      />
    </FormDialog>
  );
}
