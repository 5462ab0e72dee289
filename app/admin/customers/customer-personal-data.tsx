import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FieldError } from '#app/ui/field.tsx';
import { toastName } from '#app/ui/toast.ts';
import { useChange, useRequest } from '../ui/use-change.ts';
import { type CustomerData, deleteCustomer, exportCustomer } from './customers-data.ts';

/** Actions on a customer's request, for authorized staff: export their data, or delete their account. */
export function CustomerPersonalData({ profile }: Pick<CustomerData, 'profile'>) {
  const t = adminCustomersTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  const { busy, change } = useChange();
  const { busy: isExporting, request } = useRequest();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState('');
  const mayExport = may(user, 'personal_data.export');
  const mayErase = may(user, 'personal_data.erase');
  if (!mayExport && !mayErase) return null;
  const name = profile.name || profile.email || t('unnamed');

  const download = () =>
    request({
      run: async () =>
        saveFile(`customer-${profile.id}.json`, await exportCustomer(profile.id), 'application/json'),
      failed: t('dataFailed'),
    });
  const remove = () =>
    change({
      run: () => deleteCustomer(profile.id),
      done: t('customerDeleted', { name: toastName(name) }),
      onDone: () => void navigate(href('/admin/customers')),
      onFailure: setFailure,
      leaves: true,
    });
  const close = () => {
    setIsAsking(false);
    setFailure('');
  };

  return (
    <section aria-labelledby="personal-data" className="grid gap-3">
      <h2 id="personal-data" className="text-lg">
        {t('personalData')}
      </h2>
      <p className="text-ink-soft">{t('personalDataLead')}</p>
      <div className="flex flex-wrap gap-3">
        {mayExport ? (
          <Button variant="outline" busy={isExporting} onClick={() => void download()}>
            {t('exportData')}
          </Button>
        ) : null}
        {mayErase ? (
          <Button variant="destructive" onClick={() => setIsAsking(true)}>
            {t('deleteCustomer')}
          </Button>
        ) : null}
      </div>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('deleteTitle', { name })}
        description={t('deleteWhy')}
        actions={
          <>
            <Button variant="quiet" onClick={close}>
              {t('keepCustomer')}
            </Button>
            <Button variant="destructive" busy={busy} onClick={() => void remove()}>
              {t('deleteForGood')}
            </Button>
          </>
        }
      >
        <FieldError id="delete-customer">{failure}</FieldError>
      </Dialog>
    </section>
  );
}
