/** A name that browsers do not take for this machine, though it leads here. */
export const plainHost = 'souk.test';

/** What tells a browser so. */
export const plainHostArgs = [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`];
