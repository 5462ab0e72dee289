import { redirectDocument } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { languageFacts, pathInLanguage } from '#app/i18n/languages.ts';
import { pageLanguage } from '#app/i18n/page-language.ts';
import { doorsTexts } from '#app/i18n/texts/doors.ts';
import { BrandLogo } from '#app/layout/brand-logo.tsx';
import { otherLanguage } from '#app/lib/language-choice.ts';
import { openingAlertPath } from '#app/lib/opening-alert-path.ts';
import type { RouteHandle } from '#app/lib/route-handle.ts';
import { pageMeta } from '#app/store/seo.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { textLinkClasses } from '#app/ui/text-link.tsx';
import type { Route } from './+types/opens-soon.ts';

export const handle = { query: ['asked', 'from'], frame: 'own', isStatic: true } satisfies RouteHandle;

/**
 * The page of a closed store, which the server sends for every URL of the storefront (docs/product.md, Doors). Pages
 * that were open when it closed request their data instead: `from` redirects them here.
 */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const from = searchParams.get('from');
  if (from) throw redirectDocument(from);
  return { asked: searchParams.get('asked') };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    name: doorsTexts()('opensSoon'),
    path: '/',
    noindex: true,
  });
}

export default function OpensSoon({ loaderData: { asked } }: Route.ComponentProps) {
  const t = doorsTexts();
  const { id, name, hidesName, description, onlyLanguage } = useBrand();
  const language = pageLanguage();
  const other = otherLanguage(language);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="column flex items-center justify-between gap-4 py-4">
        <span className="inline-flex min-w-0 items-center gap-2.5">
          <BrandLogo />
          {hidesName ? null : (
            <span className="display text-[calc(1.25rem*var(--display-scale))]">{name}</span>
          )}
        </span>
        {onlyLanguage ? null : (
          <a
            href={pathInLanguage('/', other)}
            hrefLang={other}
            lang={other}
            className={`${textLinkClasses} inline-flex min-h-11 items-center`}
          >
            {languageFacts[other].name}
          </a>
        )}
      </header>
      <main className="column my-auto grid max-w-2xl gap-8 py-16">
        <div className="grid gap-4">
          <h1 className="display text-[calc(2.5rem*var(--display-scale))] leading-tight">{t('opensSoon')}</h1>
          <p className="text-ink-soft text-lg">{description}</p>
        </div>
        {asked === 'noted' ? (
          <p role="status" className="text-lg">
            {t('noted')}
          </p>
        ) : (
          <form method="post" action={openingAlertPath} className="grid gap-4">
            <input type="hidden" name="store" value={id} />
            <input type="hidden" name="language" value={language} />
            <TextField
              label={t('email')}
              hint={t('once')}
              error={asked === 'invalid' ? t('invalid') : asked === 'later' ? t('later') : undefined}
              type="email"
              name="email"
              autoComplete="email"
              inputMode="email"
              maxLength={320}
              required
            />
            <Button type="submit" size="large" className="justify-self-start">
              {t('tellMe')}
            </Button>
          </form>
        )}
      </main>
    </div>
  );
}
