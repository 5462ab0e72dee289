import type { SocialMedia } from '#app/brands/brand.ts';
import { shellTexts } from '#app/i18n/texts/shell.ts';

const drawings: Record<keyof SocialMedia, { name: string; path: string }> = {
  facebook: {
    name: 'Facebook',
    path: 'M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v7h4v-7h3l1-4h-4V8.5a.5.5 0 0 1 .5-.5Z',
  },
  instagram: {
    name: 'Instagram',
    path: 'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3H7Zm5 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM17.5 5.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z',
  },
  twitter: {
    name: 'Twitter',
    path: 'M3 3h5.2l4.3 5.9L17.6 3h2.6l-6.5 7.6L21 21h-5.2l-4.7-6.5L5.4 21H2.8l7.1-8.3L3 3Zm3.6 1.9 9.9 14.2h1L7.6 4.9h-1Z',
  },
  youtube: {
    name: 'YouTube',
    path: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3Zm5 4v6l5-3-5-3Z',
  },
};

/** The supported networks, in fixed order. */
export const networks = Object.keys(drawings) as (keyof SocialMedia)[];

/** Link to the store's profile on a social network. */
export function SocialLink({ network, to, shop }: { network: keyof SocialMedia; to: string; shop: string }) {
  const t = shellTexts();
  const { name, path } = drawings[network];
  return (
    <a
      href={to}
      rel="noopener"
      className="stroked grid size-11 place-items-center rounded-control border-line hover:border-ink hover:text-link"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5" fill="currentColor" fillRule="evenodd">
        <path d={path} />
      </svg>
      <span className="sr-only">{t('socialLink', { shop, network: name })}</span>
    </a>
  );
}
