import type { z } from 'zod';
import {
  type OwnerLink,
  ownerLinkPaths,
  ownerLinkSchema,
  type RedeemedLink,
  type Redeeming,
  redeemedLinkSchema,
} from '#app/lib/owner-link.ts';

/** The store rejected the request because there were too many from this client. */
export class TooManyTries extends Error {}

/** Posts to an endpoint of links. @throws TooManyTries, or Error when there was no answer */
export async function postLink<Schema extends z.ZodType>(
  path: string,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 429) throw new TooManyTries();
  if (!response.ok) throw new Error(`The store answered ${response.status}`);
  return schema.parse(await response.json());
}

/** Reads what an owner link is for. @throws Error when the store does not answer, which changes nothing */
export function readOwnerLink(token: string): Promise<OwnerLink> {
  return postLink(ownerLinkPaths.read, { token }, ownerLinkSchema);
}

/** Redeems a link. @throws Error when there was no answer; retrying with the same claim is safe */
export function redeemOwnerLink(redeeming: Redeeming): Promise<RedeemedLink> {
  return postLink(ownerLinkPaths.redeem, redeeming, redeemedLinkSchema);
}
