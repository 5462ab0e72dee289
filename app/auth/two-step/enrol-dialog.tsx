import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBrand } from '#app/brands/use-brand.ts';
import { twoStepTexts } from '#app/i18n/texts/two-step.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { readAuthSettings } from '../auth-settings.ts';
import { explainAuthFailure } from '../failure.ts';
import { CodeField } from './code-field.tsx';
import {
  codeForm,
  type FactorType,
  factorForm,
  formatSecret,
  type UnverifiedFactor,
  uniqueName,
} from './factor-model.ts';
import { enrolFactor, verifyCode } from './factors.ts';

type EnrolDialogProps = {
  existingNames: string[];
  onClose: () => void;
  onEnrolled: () => void;
};

/** Enrolls a second step: name and type first, then its first code. */
export function EnrolDialog({ existingNames, onClose, onEnrolled }: EnrolDialogProps) {
  const t = twoStepTexts();
  const [factor, setFactor] = useState<UnverifiedFactor>();
  return (
    <Dialog open ignoreBackdropClick onClose={onClose} title={t('setUpTitle')}>
      {factor ? (
        <ConfirmFactor factor={factor} onClose={onClose} onEnrolled={onEnrolled} />
      ) : (
        <FactorForm existingNames={existingNames} onClose={onClose} onStarted={setFactor} />
      )}
    </Dialog>
  );
}

type FactorFormProps = {
  existingNames: string[];
  onClose: () => void;
  onStarted: (factor: UnverifiedFactor) => void;
};

function FactorForm({ existingNames, onClose, onStarted }: FactorFormProps) {
  const t = twoStepTexts();
  const brand = useBrand();
  const [sms, setSms] = useState(false);
  useEffect(() => void readAuthSettings().then((settings) => setSms(settings?.sms ?? false)), []);
  const { register, handleSubmit, formState, watch, setValue, setError } = useForm({
    resolver: zodResolver(factorForm),
    defaultValues: { type: 'totp' as FactorType, name: uniqueName(t('totp'), existingNames), phone: '' },
  });
  const type = watch('type');
  const errors: Partial<Record<'name' | 'phone' | 'root', { message?: string }>> = formState.errors;

  const choose = (way: FactorType) => {
    const names = [uniqueName(t('totp'), existingNames), uniqueName(t('phone'), existingNames)];
    if (names.includes(watch('name'))) setValue('name', uniqueName(t(way), existingNames));
    setValue('type', way);
  };
  const submit = handleSubmit(async (form) => {
    try {
      onStarted(await enrolFactor(form, brand.name));
    } catch (error) {
      setError('root', { message: explainAuthFailure(error) });
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {sms ? (
        <RadioGroup
          legend={t('wayLegend')}
          name="way"
          value={type}
          onChange={choose}
          options={[
            { value: 'totp', label: t('totp'), detail: t('totpDetail') },
            { value: 'phone', label: t('phone'), detail: t('phoneDetail') },
          ]}
        />
      ) : (
        <p className="text-ink-soft">{t('totpDetail')}</p>
      )}
      {type === 'phone' ? (
        <TextField
          label={t('number')}
          hint={t('numberHint')}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register('phone')}
        />
      ) : null}
      <TextField
        label={t('nameLabel')}
        hint={t('nameHint')}
        autoComplete="off"
        error={errors.name?.message ?? errors.root?.message}
        {...register('name')}
      />
      <Actions busy={formState.isSubmitting} label={t('next')} onClose={onClose} />
    </form>
  );
}

type ConfirmFactorProps = { factor: UnverifiedFactor; onClose: () => void; onEnrolled: () => void };

function ConfirmFactor({ factor, onClose, onEnrolled }: ConfirmFactorProps) {
  const t = twoStepTexts();
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(async ({ code }) => {
    try {
      await verifyCode(factor.id, code, factor.type === 'phone' ? factor.challengeId : undefined);
      onEnrolled();
    } catch (error) {
      setError('code', { message: explainAuthFailure(error) });
      setFocus('code', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {factor.type === 'totp' ? <Secret {...factor} /> : <p>{t('sentTo', { number: factor.phone })}</p>}
      <CodeField error={formState.errors.code?.message} {...register('code')} />
      <Actions busy={formState.isSubmitting} label={t('confirm')} onClose={onClose} />
    </form>
  );
}

function Secret({ qrCode, secret }: { qrCode: string; secret: string }) {
  const t = twoStepTexts();
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="grid gap-4">
      <p>{t('scan')}</p>
      <img
        src={qrCode}
        alt={t('qrCode')}
        width={208}
        height={208}
        className="size-44 justify-self-center rounded-card bg-[white] sm:size-52"
      />
      <div className="grid gap-1 text-sm">
        <p className="text-ink-soft">{t('cannotScan')}</p>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <code className="min-w-0 select-all break-words font-mono">{formatSecret(secret)}</code>
          {/* The clipboard API needs a secure context. */}
          {'clipboard' in navigator ? (
            <Button variant="quiet" size="small" className="max-sm:-ms-3.5" onClick={() => void copy()}>
              {t('copy')}
            </Button>
          ) : null}
        </p>
        {copied === undefined ? null : (
          <p role="status" className={copied ? 'text-success-text' : 'text-danger-text'}>
            {t(copied ? 'copied' : 'copyFailed')}
          </p>
        )}
      </div>
    </div>
  );
}

function Actions({ busy, label, onClose }: { busy: boolean; label: string; onClose: () => void }) {
  const t = twoStepTexts();
  return (
    <div className="flex flex-wrap justify-end gap-3 pt-2">
      <Button variant="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
