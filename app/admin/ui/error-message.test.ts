import { describe, expect, it } from 'vitest';
import { BackendError } from '#app/lib/backend-error.ts';
import { assertRowChanged, errorMessage, notAllowedError } from './error-message.ts';

describe('messages of backend errors', () => {
  it('passes on the database’s own message for a failed rule', () => {
    const refusal = new BackendError({
      message: 'A store needs at least one super admin.',
      code: 'P0001',
      details: 'last_super_admin',
    });
    expect(errorMessage(refusal)).toBe('A store needs at least one super admin.');
  });

  it('translates PostgreSQL errors about rights, duplicates and checks', () => {
    const messageOf = (code: string) =>
      errorMessage(new BackendError({ message: 'raw words of Postgres', code }, 400));
    for (const code of ['42501', '23505', '23503', '23514'])
      expect(messageOf(code)).not.toContain('Postgres');
  });

  it('says when the store could not be reached', () => {
    expect(errorMessage(new TypeError('Failed to fetch'))).toMatch(/could not be reached/);
  });

  it('passes on any other message, and is never empty', () => {
    expect(errorMessage(new Error('The picture is too large'))).toBe('The picture is too large');
    expect(errorMessage(null)).not.toBe('');
  });

  it('reports a change that was not allowed or found no row, although the backend returned no error', () => {
    expect(errorMessage(notAllowedError())).toMatch(/may not change this/);
    const answer = (data: object[]) => ({ data, error: null, status: 200 });
    expect(() => assertRowChanged(answer([]))).toThrow(/no longer there, or/);
    expect(() => assertRowChanged(answer([{ id: '1' }]))).not.toThrow();
  });
});
