/** A name that resolves to this machine but that browsers do not treat as local. */
export const plainHost = 'souk.test';

/** Browser flags that make it resolve. */
export const plainHostArgs = [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`];
