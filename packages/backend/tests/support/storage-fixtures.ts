import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import type { TestBackend } from './backend.ts';

/** A PNG of one color. */
export async function png(width = 8, height = 8, colour = '#3a7'): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: colour } });
  return Uint8Array.from(await image.png().toBuffer());
}

/** A picture that does not compress well. */
export async function noisyPng(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const image = sharp({ create: { width, height, channels: 3, background: '#888', noise } });
  return Uint8Array.from(await image.png().toBuffer());
}

/** A signed-up person with their client. */
export async function signUp(
  backend: TestBackend,
): Promise<{ id: string; client: SupabaseClient; token: string }> {
  const client = backend.client();
  const email = `${randomUUID()}@example.test`;
  const { data, error } = await client.auth.signUp({ email, password: `${randomUUID()}Aa1!` });
  if (error || !data.session) throw error ?? new Error('Signing up gave no session');
  return { id: data.session.user.id, client, token: data.session.access_token };
}
