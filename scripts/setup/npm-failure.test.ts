import { expect, it } from 'vitest';
import { explainNpmFailure } from './npm-failure.mjs';

it.each([
  ['npm error code ENOTFOUND\nnpm error network request failed', /cannot be reached/],
  ['npm error code ENOSPC', /disk is full/],
  ['npm error code EACCES\nnpm error syscall mkdir', /may not write to/],
  ['npm error code EUSAGE\nnpm error `npm ci` can only install packages when', /do not belong together/],
  ['npm ERR! code SELF_SIGNED_CERT_IN_CHAIN', /not trusted/],
])('says in words what %j means, and shows it', (output, words) => {
  const { message } = explainNpmFailure(output);
  expect(message).toMatch(words);
  expect(message).toContain(output);
});

it('shows the last words of npm where it knows no better ones, without the manual of the command', () => {
  const { message } = explainNpmFailure(
    'npm error something odd\nnpm error\nnpm error Clean install a project\nnpm error Usage:',
  );
  expect(message).toContain('something odd');
  expect(message).not.toContain('Usage');
});
