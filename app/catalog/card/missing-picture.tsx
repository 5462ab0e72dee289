/** Placeholder for a product without a picture: its initial. Decorative. */
export function MissingPicture({ name }: { name: string }) {
  const [initial = ''] = [...name];
  return (
    <span
      aria-hidden="true"
      className="display grid size-full place-items-center bg-sunken text-hero text-line-strong"
    >
      {initial}
    </span>
  );
}
