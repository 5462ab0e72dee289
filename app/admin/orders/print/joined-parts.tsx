import { Fragment } from 'react';

/** Facts on one line, without empty ones; each keeps its own direction, and a phone number its line. */
export function JoinedParts({ parts }: { parts: readonly string[] }) {
  return parts.filter(Boolean).map((part, place) => (
    <Fragment key={part}>
      {place > 0 ? ' · ' : ''}
      <bdi>{/\p{L}/u.test(part) ? part : part.replaceAll(' ', '\u00a0')}</bdi>
    </Fragment>
  ));
}
