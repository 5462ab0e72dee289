/** Endpoint of a closed store for the addresses of people who want an alert when it opens. */
export const openingAlertPath = '/opening-alerts';
