import { adminTexts } from '#app/i18n/texts/admin.ts';
import { seeAs, seenAs } from '#app/lib/seen-as.ts';
import { Button } from '#app/ui/button.tsx';

/** Says that the office is seen as a role, and ends that. */
export function SeenAsNotice() {
  const t = adminTexts();
  const seen = seenAs();
  if (!seen) return null;
  const end = () => {
    seeAs(null);
    window.location.reload();
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-warning-tint p-3 text-warning-text print:hidden"
    >
      <p className="wrap-anywhere">{t('seenAs', { role: seen.role })}</p>
      <Button variant="outline" size="small" onClick={end}>
        {t('endSeenAs')}
      </Button>
    </div>
  );
}
