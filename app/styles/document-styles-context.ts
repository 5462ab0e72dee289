import { createContext } from 'react';

/** The inlined styles of the document. Provided by the server; empty in the browser, which already has them. */
export const DocumentStyles = createContext('');
