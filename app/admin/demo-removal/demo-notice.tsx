import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { may } from '#app/auth/model.ts';
import { useSession } from '#app/auth/session.ts';
import { isLocalHost } from '#app/brands/tenant.ts';
import { adminDemoTexts } from '#app/i18n/texts/admin-demo.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import { pageCapabilities } from '../ui/page-capabilities.ts';
import { type DemoPlace, readDemoPlace } from './demo-data.ts';

/** Whether there is a demo; undefined until the server responds. */
function useDemoPlace(): DemoPlace | undefined {
  const [place, setPlace] = useState<DemoPlace>();
  useEffect(() => {
    let left = false;
    void readDemoPlace().then((read) => {
      if (!left) setPlace(read);
    });
    return () => {
      left = true;
    };
  }, []);
  return place;
}

/** Warns on every office page while others can sign in with the demo's public passwords. */
export function DemoNotice() {
  const t = adminDemoTexts();
  const { user } = useSession();
  const place = useDemoPlace();
  const isPublic = place?.isPublic || !isLocalHost(window.location.host);
  if (!place?.open_accounts || !isPublic) return null;
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-card bg-danger-tint px-4 py-3 text-danger-text print:hidden"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p className="wrap-anywhere">
        {t('openAccounts')}{' '}
        {may(user, pageCapabilities['/admin/demo']) ? (
          <TextLink to={href('/admin/demo')} className="text-danger-text">
            {t('whatToDo')}
          </TextLink>
        ) : null}
      </p>
    </div>
  );
}

/** Link to the page that removes the demo, while there is one. */
export function DemoLink() {
  const t = adminDemoTexts();
  const place = useDemoPlace();
  if (!place?.present) return null;
  return (
    <TextLink to={href('/admin/demo')} className="justify-self-start">
      {t('title')}
    </TextLink>
  );
}
