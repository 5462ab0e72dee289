/** The two texts behind the footer's buttons, by their names in the settings. */
export type PolicyTab = 'shippingReturns' | 'terms';

export type Policies = Record<PolicyTab, string>;

/** Address the policies are read from when somebody opens them. */
export const policiesPath = '/policies';
