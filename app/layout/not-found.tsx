import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import type { LikePage } from '#app/lib/like-page.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** The 404 page in the brand's copy; for something deleted, which has pages like it, the 410 page with links to them. */
export function NotFound({ like }: { like?: LikePage[] }) {
  const t = shellTexts();
  const { copy } = useBrand().design;
  return (
    <MessagePage
      code={like ? '410' : '404'}
      title={like ? t('goneTitle') : copy.notFoundTitle}
      text={like ? t('goneText') : copy.notFoundText}
    >
      {like?.map(({ name, path }) => (
        <LinkButton key={path} to={path} variant="outline">
          {name}
        </LinkButton>
      ))}
      <LinkButton to={href('/shop')}>{t('notFoundShop')}</LinkButton>
      <LinkButton to={href('/')} variant="outline">
        {t('notFoundHome')}
      </LinkButton>
    </MessagePage>
  );
}
