/** Where the door of a closed store sends the address of somebody who wants to be told. */
export const openingAlertPath = '/opening-alerts';
