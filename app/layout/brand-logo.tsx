import { brandPictureSize } from '#app/brands/brand-picture.ts';
import { useBrand } from '#app/brands/use-brand.ts';
import { classes } from '#app/ui/classes.ts';

/** Height of the logo in pixels. */
const height = 32;

/** The store's logo, the one for dark backgrounds where it stands on one; named where the name is not written beside it. */
export function BrandLogo() {
  const { name, logo, logoDark, hidesName } = useBrand();
  const alt = hidesName ? name : '';
  if (!logoDark) return <LogoPicture src={logo} alt={alt} />;
  // Only the one that is shown is loaded.
  return (
    <>
      <LogoPicture src={logo} alt={alt} loading="lazy" className="[:is(.dark,.dark-ground)_&]:hidden" />
      <LogoPicture
        src={logoDark}
        alt={alt}
        loading="lazy"
        className="[:not(:is(.dark,.dark-ground)_*)&]:hidden"
      />
    </>
  );
}

type LogoPictureProps = { src: string; alt: string; loading?: 'lazy'; className?: string };

function LogoPicture({ src, alt, loading, className }: LogoPictureProps) {
  const size = brandPictureSize(src);
  const width = Math.round((height * size.width) / size.height);
  const shape = width === height ? 'size-8' : 'h-8 w-auto max-w-[min(10rem,40vw)] object-contain';
  return (
    <img
      src={src}
      alt={alt}
      loading={loading}
      width={width}
      height={height}
      className={classes(shape, className)}
    />
  );
}
