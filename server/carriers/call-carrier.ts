import type { z } from 'zod';
import { CarrierRefusal, CarrierSilence } from './carrier.ts';

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  /** Milliseconds to wait for the answer. */
  timeout: number;
}

/** What a carrier answered: its status and its JSON, undefined where there is none. */
export interface CarrierAnswer {
  status: number;
  json: unknown;
}

/**
 * Calls a carrier's API. Answers of 500 and more and 429 count as none: nobody knows what came of the call.
 * @throws CarrierSilence
 */
export async function callCarrier(url: string, { timeout, ...request }: Call): Promise<CarrierAnswer> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new CarrierSilence('no answer', { cause: error });
  }
  if (status >= 500 || status === 429 || status === 408) throw new CarrierSilence(`answered ${status}`);
  return { status, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a part of an answer. @throws CarrierSilence when it is not of the documented shape */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json);
  if (!read.success) throw new CarrierSilence('an answer that cannot be read');
  return read.data;
}

/** What a carrier says against something, on one line and without what could be a key. */
export const refusedWith = (text: string | null | undefined): CarrierRefusal =>
  new CarrierRefusal({
    code: 'carrier_refused',
    text: (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) || '–',
  });
