import { Problem, root } from './terminal.mjs';

const LINES = 25;
/** npm prints its usage after the error. */
const HELP = /^npm (?:error|ERR!)\s+Clean install a project/m;

/** @type {[RegExp, string][]} */
const KNOWN_FAILURES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    'The package registry cannot be reached. The first start needs the network: check the connection (or the proxy settings of npm) and run the command again.',
  ],
  [/ENOSPC/, 'The disk is full. Free some space (about 1.5 GB is needed) and run the command again.'],
  [
    /EACCES|EPERM|EROFS/,
    `npm may not write to ${root}. Run the command as the user that owns the folder, or clone it to a folder of your own.`,
  ],
  [
    /EUSAGE/,
    'package.json and package-lock.json do not belong together. Run npm install if you changed one of them.',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|CERT_HAS_EXPIRED/,
    'The certificate of the package registry is not trusted here. Set cafile in the settings of npm.',
  ],
  [/EINTEGRITY/, 'A downloaded package was damaged on the way. Run npm cache verify and the command again.'],
];

/**
 * Explains a failed `npm ci`, with its last output below.
 * @param {string} output
 */
export function explainNpmFailure(output) {
  const knownFailure = KNOWN_FAILURES.find(([pattern]) => pattern.test(output));
  const [words = ''] = output.split(HELP);
  const ofNpm = words.trim().split('\n').slice(-LINES).join('\n');
  return new Problem('The packages could not be installed.', knownFailure?.[1] ?? '', '', ofNpm);
}
