import { useEffect, useState } from 'react';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { Picture } from '#app/ui/picture.tsx';

const expiryMinutes = 60;

interface PrivatePictureProps {
  /** The private bucket of the picture. */
  bucket?: 'designs' | 'order-photos';
  path: string;
  alt: string;
  /** Loads at once, as print needs it. */
  eager?: boolean;
  className?: string;
}

/** A picture in a private bucket, shown through a signed URL that expires. */
export function PrivatePicture({
  bucket = 'designs',
  path,
  alt,
  eager = false,
  className,
}: PrivatePictureProps) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    let outdated = false;
    const signAddress = async () => {
      const supabase = await loadSupabase();
      const { data } = await supabase.storage.from(bucket).createSignedUrl(path, expiryMinutes * 60);
      if (!outdated && data) setAddress(data.signedUrl);
    };
    // On failure the placeholder stays.
    if (path) signAddress().catch(() => {});
    return () => {
      outdated = true;
    };
  }, [bucket, path]);
  return <Picture src={address} alt={alt} sizes="8rem" eager={eager} className={className} />;
}

/** Path of a preview in the bucket, unlike the URL of a product's picture. */
const previewPath = /^[\w-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.\w+$/;

interface LinePictureProps {
  /** As stored with the order line. */
  image: string | null;
  alt: string;
  /** Width and height in pixels. */
  size: number;
  /** Loads at once, as print needs it. */
  eager?: boolean;
  className: string;
}

/** The picture of an order line: the private preview of a design, or the picture of a product. */
export function LinePicture({ image, alt, size, eager = false, className }: LinePictureProps) {
  if (image && previewPath.test(image))
    return <PrivatePicture path={image} alt={alt} eager={eager} className={className} />;
  return (
    <Picture
      src={image ?? ''}
      alt={alt}
      sizes={`${size / 16}rem`}
      widest={160}
      width={size}
      height={size}
      eager={eager}
      className={className}
    />
  );
}
