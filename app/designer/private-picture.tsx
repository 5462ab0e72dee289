import { useEffect, useState } from 'react';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Picture } from '#app/ui/picture.tsx';

const minutes = 60;

/** A picture in the bucket `designs`, for its owner and the store's staff. Takes its path; the address it gets expires. */
export function PrivatePicture({ path, alt, className }: { path: string; alt: string; className?: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    let outdated = false;
    const ask = async () => {
      const supabase = await loadSupabase();
      const { data } = await supabase.storage.from('designs').createSignedUrl(path, minutes * 60);
      if (!outdated && data) setAddress(data.signedUrl);
    };
    // Without an address the empty ground stays.
    if (path) ask().catch(() => {});
    return () => {
      outdated = true;
    };
  }, [path]);
  return <Picture src={address} alt={alt} sizes="8rem" className={className} />;
}

/** Whether an order line's picture is a design's preview rather than a product's public picture. */
export const isPrivatePicture = (image: string): boolean =>
  /^[\w-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.\w+$/.test(image);
