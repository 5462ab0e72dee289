import { Picture } from '#app/ui/picture.tsx';

/** A picture's address in a choice of versions: the picture itself, or undefined for none. */
export function pictureShown(value: unknown) {
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
