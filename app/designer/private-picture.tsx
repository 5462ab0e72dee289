import { useEffect, useState } from 'react';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Picture } from '#app/ui/picture.tsx';

const expiryMinutes = 60;

/** A picture in the private bucket `designs`, shown through a signed URL that expires. */
export function PrivatePicture({ path, alt, className }: { path: string; alt: string; className?: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    let outdated = false;
    const signAddress = async () => {
      const supabase = await loadSupabase();
      const { data } = await supabase.storage.from('designs').createSignedUrl(path, expiryMinutes * 60);
      if (!outdated && data) setAddress(data.signedUrl);
    };
    // On failure the placeholder stays.
    if (path) signAddress().catch(() => {});
    return () => {
      outdated = true;
    };
  }, [path]);
  return <Picture src={address} alt={alt} sizes="8rem" className={className} />;
}

/**
 * Returns whether an order line's picture is a private preview of a design rather than a public product
 * picture.
 */
export const isPrivatePicture = (image: string): boolean =>
  /^[\w-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.\w+$/.test(image);
