import { type FormEvent, useState } from 'react';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { cleanAscii } from '#app/lib/typed-ascii.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { useChange } from '../../ui/use-change.ts';
import { addDomain, chooseMainDomain, removeDomain, type StoreDomain } from './brand-data.ts';

/** The domains that lead to the store; only super admins change them. */
export function Domains({ domains, mayChange }: { domains: StoreDomain[]; mayChange: boolean }) {
  const t = adminSettingsTexts();
  const { busy, change } = useChange();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const domain = cleanAscii(typed).toLowerCase();
    void change({
      run: () => addDomain(domain, domains.length === 0),
      onDone: () => setTyped(''),
      onFailure: setFailure,
      done: t('domainAdded', { domain }),
    });
  };
  return (
    <section aria-labelledby="domains" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="domains" className="text-lg">
        {t('domains')}
      </h2>
      <p className="max-w-prose text-ink-soft">{t('domainsLead')}</p>
      {domains.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface">
          {domains.map(({ id, domain, is_main: isMain }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
              <span className="flex flex-wrap items-center gap-3">
                <bdi className="wrap-anywhere">{domain}</bdi>
                {isMain ? <Badge tone="success">{t('mainDomain')}</Badge> : null}
              </span>
              {mayChange ? (
                <span className="flex flex-wrap gap-2">
                  {isMain ? null : (
                    <Button
                      variant="outline"
                      size="small"
                      busy={busy}
                      aria-label={t('makeMainDomain', { domain })}
                      onClick={() =>
                        void change({
                          run: () => chooseMainDomain(id),
                          done: t('mainDomainChosen', { domain }),
                          failed: t('domainFailed'),
                        })
                      }
                    >
                      {t('makeMain')}
                    </Button>
                  )}
                  <Button
                    variant="quiet"
                    size="small"
                    busy={busy}
                    aria-label={t('removeDomain', { domain })}
                    onClick={() =>
                      void change({
                        run: () => removeDomain(id),
                        done: t('domainRemoved', { domain }),
                        failed: t('domainFailed'),
                      })
                    }
                  >
                    {t('remove')}
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange ? (
        <form onSubmit={add} noValidate className="flex flex-wrap items-start gap-3">
          <TextField
            label={t('newDomain')}
            hint={t('newDomainHint')}
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            className="min-w-0 flex-1 basis-64"
            error={failure}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="outline" busy={busy} className="mt-6">
            {t('addDomain')}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
