import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBrand } from '#app/brands/use-brand.ts';
import twoStepMessages from '#app/i18n/messages/en/two-step.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { readAuthSettings } from '../auth-settings.ts';
import { explainAuthFailure } from '../failure.ts';
import { CodeField } from './code-field.tsx';
import {
  type BegunFactor,
  codeForm,
  type FactorType,
  factorForm,
  freeName,
  inGroups,
} from './factor-model.ts';
import { beginFactor, showCode } from './factors.ts';

type EnrolDialogProps = {
  /** Names of the factors there are. */
  taken: string[];
  onClose: () => void;
  onEnrolled: () => void;
};

/** Sets up a second step: its name (and its way, where the store sends text messages), then its first code. */
export function EnrolDialog({ taken, onClose, onEnrolled }: EnrolDialogProps) {
  const t = useTranslations('two-step', twoStepMessages);
  const [begun, setBegun] = useState<BegunFactor>();
  return (
    <Dialog open ignoreBackdropClick onClose={onClose} title={t('setUpTitle')}>
      {begun ? (
        <FirstCode begun={begun} onClose={onClose} onEnrolled={onEnrolled} />
      ) : (
        <Choice taken={taken} onClose={onClose} onBegun={setBegun} />
      )}
    </Dialog>
  );
}

type ChoiceProps = { taken: string[]; onClose: () => void; onBegun: (begun: BegunFactor) => void };

function Choice({ taken, onClose, onBegun }: ChoiceProps) {
  const t = useTranslations('two-step', twoStepMessages);
  const brand = useBrand();
  const [sms, setSms] = useState(false);
  useEffect(() => void readAuthSettings().then((settings) => setSms(settings?.sms ?? false)), []);
  const { register, handleSubmit, formState, watch, setValue, setError } = useForm({
    resolver: zodResolver(factorForm),
    defaultValues: { type: 'totp' as FactorType, name: freeName(t('totp'), taken), phone: '' },
  });
  const type = watch('type');
  const errors: Partial<Record<'name' | 'phone' | 'root', { message?: string }>> = formState.errors;

  const choose = (way: FactorType) => {
    const names = [freeName(t('totp'), taken), freeName(t('phone'), taken)];
    if (names.includes(watch('name'))) setValue('name', freeName(t(way), taken));
    setValue('type', way);
  };
  const submit = handleSubmit(async (wanted) => {
    try {
      onBegun(await beginFactor(wanted, brand.name));
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

type FirstCodeProps = { begun: BegunFactor; onClose: () => void; onEnrolled: () => void };

function FirstCode({ begun, onClose, onEnrolled }: FirstCodeProps) {
  const t = useTranslations('two-step', twoStepMessages);
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  });
  const submit = handleSubmit(async ({ code }) => {
    try {
      await showCode(begun.id, code, begun.type === 'phone' ? begun.challengeId : undefined);
      onEnrolled();
    } catch (error) {
      setError('code', { message: explainAuthFailure(error) });
      setFocus('code', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {begun.type === 'totp' ? <Secret {...begun} /> : <p>{t('sentTo', { number: begun.phone })}</p>}
      <CodeField error={formState.errors.code?.message} {...register('code')} />
      <Actions busy={formState.isSubmitting} label={t('confirm')} onClose={onClose} />
    </form>
  );
}

function Secret({ qrCode, secret }: { qrCode: string; secret: string }) {
  const t = useTranslations('two-step', twoStepMessages);
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
          <code className="min-w-0 select-all break-words font-mono">{inGroups(secret)}</code>
          {/* A page over plain http has no clipboard. */}
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
  const t = useTranslations('two-step', twoStepMessages);
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
