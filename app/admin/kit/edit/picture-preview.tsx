import { Picture } from '#app/ui/picture.tsx';

/** Renders the picture at an address, for comparing versions; undefined for none. */
export function picturePreview(value: unknown) {
  if (typeof value !== 'string' || value === '') return undefined;
  return (
    <Picture
      src={value}
      alt=""
      sizes="8rem"
      widest={320}
      className="mt-1 w-32 rounded-picture object-cover"
    />
  );
}
