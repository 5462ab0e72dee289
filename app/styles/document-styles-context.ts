import { createContext } from 'react';

/** The styles that stand in the document. The server provides them; in the browser, which has the document, they are empty. */
export const DocumentStyles = createContext('');
