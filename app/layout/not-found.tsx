import { href } from 'react-router';
import { useBrand } from '#app/brands/use-brand.ts';
import shellMessages from '#app/i18n/messages/en/shell.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** The 404 page in the brand's voice. */
export function NotFound() {
  const t = useTranslations('shell', shellMessages);
  const { voice } = useBrand().design;
  return (
    <MessagePage code="404" title={voice.notFoundTitle} text={voice.notFoundText}>
      <LinkButton to={href('/shop')}>{t('notFoundShop')}</LinkButton>
      <LinkButton to={href('/')} variant="outline">
        {t('notFoundHome')}
      </LinkButton>
    </MessagePage>
  );
}
