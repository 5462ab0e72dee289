import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { MessagePage } from './message-page.tsx';

/** The 404 page in the brand's copy. */
export function NotFound() {
  const t = shellTexts();
  const { copy } = useBrand().design;
  return (
    <MessagePage code="404" title={copy.notFoundTitle} text={copy.notFoundText}>
      <LinkButton to={href('/shop')}>{t('notFoundShop')}</LinkButton>
      <LinkButton to={href('/')} variant="outline">
        {t('notFoundHome')}
      </LinkButton>
    </MessagePage>
  );
}
