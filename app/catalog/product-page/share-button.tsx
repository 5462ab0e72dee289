import { Share2 } from 'lucide-react';
import { splitLanguage } from '#app/i18n/languages.ts';
import { productTexts } from '#app/i18n/texts/product.ts';
import { absoluteUrl } from '#app/lib/absolute-url.ts';
import { useRootData } from '#app/store/root-data.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';

/** Opens the share sheet, or copies the URL if there is none. */
export function ShareButton({ name }: { name: string }) {
  const t = productTexts();
  const place = useRootData();
  const share = async () => {
    const url = absoluteUrl({ ...place, origin: location.origin }, splitLanguage(location.pathname).path);
    try {
      if (navigator.share) return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
      toast({ title: t('linkCopied'), description: t('linkCopiedWhy') });
    } catch (error) {
      // AbortError: the person closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: t('shareFailed'), description: url, variant: 'destructive' });
    }
  };
  return (
    <Button variant="quiet" size="small" onClick={share} className="-ms-3.5 -outline-offset-2">
      <Share2 className="size-4" />
      {t('share')}
    </Button>
  );
}
