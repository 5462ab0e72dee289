import { useState } from 'react';
import { adminSetupTexts } from '#app/i18n/texts/admin-setup.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { FormDialog } from '../../ui/edit/form-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type ListedStore, removeStore } from './stores-data.ts';

type RemoveStoreProps = { store: ListedStore; backups: boolean; onClose: () => void };

/** Says what removing a store deletes and keeps, asks for its name, and removes it. */
export function RemoveStore({ store, backups, onClose }: RemoveStoreProps) {
  const t = adminSetupTexts();
  const [typed, setTyped] = useState('');
  const [withoutBackup, setWithoutBackup] = useState(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState('');
  const { busy, change } = useChange();
  const isNamed = typed.trim() === store.name;
  const submit = () => {
    setTried(true);
    if (!isNamed || !(backups || withoutBackup)) return;
    void change({
      run: () => removeStore(store.id, typed, withoutBackup),
      done: t('storeRemoved', { store: toastName(store.name) }),
      failed: t('storeNotRemoved'),
      onFailure: setFailure,
      onDone: onClose,
    });
  };
  return (
    <FormDialog
      title={t('removeStoreTitle', { store: store.name })}
      dirty={false}
      busy={busy}
      failure={failure}
      submit={t('removeStore')}
      destructive
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('removeStoreGoes')}</p>
      <p>{t('removeStoreStays')}</p>
      <p>{t(backups ? 'removeStoreBackup' : 'removeStoreNoBackup')}</p>
      {backups ? null : (
        <Checkbox
          label={t('removeStoreWithout')}
          checked={withoutBackup}
          onChange={({ target }) => setWithoutBackup(target.checked)}
        />
      )}
      <TextField
        label={t('typeStoreName', { store: store.name })}
        error={tried && !isNamed ? t('storeNameDiffers') : undefined}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
