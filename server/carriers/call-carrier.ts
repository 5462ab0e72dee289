import type { z } from 'zod';
import { CarrierRefusal, CarrierSilence } from './carrier.ts';

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
  /** Milliseconds to wait for the answer. */
  timeout: number;
}

/** A carrier's response: status and JSON, undefined if it sent none. */
export interface CarrierAnswer {
  status: number;
  json: unknown;
}

/**
 * Calls a carrier's API. Treats 429 and 5xx as no answer, because the outcome of the call is unknown.
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

/** Parses part of a response. @throws CarrierSilence when it does not match the documented shape */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json);
  if (!read.success) throw new CarrierSilence('an answer that cannot be read');
  return read.data;
}

/** A carrier's error text on one line, with anything that could be a key removed. */
export const refusedWith = (text: string | null | undefined): CarrierRefusal =>
  new CarrierRefusal({
    code: 'carrier_refused',
    text: (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200) || '–',
  });
