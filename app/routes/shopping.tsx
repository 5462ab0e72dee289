import { Outlet } from 'react-router';
import { sheetLinks } from '#app/lib/sheet-links.ts';
import sheet from '#app/styles/shopping.css?url';

/** Pages beyond the catalogue – cart, sign-in, checkout, account, designer – with the utilities that those before them do without. */
export const links = () => sheetLinks(sheet);

export default Outlet;
