/** Path of the page where anybody with its secret pays what a link is for. */
export const payLinkPath = (secret: string): string => `/pay/${secret}`;
