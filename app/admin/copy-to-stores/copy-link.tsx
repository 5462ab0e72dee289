import { href } from 'react-router';
import { useSession } from '#app/auth/session.ts';
import { adminCopiesTexts } from '#app/i18n/texts/admin-copies.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { type CopiedKind, copyTargets } from './copied-kinds.ts';

/** Leads to copying this store's rows of a kind to others; nothing for people who may not change it in another store. */
export function CopyLink({ kind }: { kind: CopiedKind }) {
  const t = adminCopiesTexts();
  const { user } = useSession();
  if (copyTargets(user, kind).length === 0) return null;
  return (
    <TextLink
      to={`${href('/admin/settings/copy-to-stores')}?kind=${kind}`}
      className="inline-flex min-h-11 items-center justify-self-start"
    >
      {t('link')}
    </TextLink>
  );
}
