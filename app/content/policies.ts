/** The policies in the footer, by their settings key. */
export type PolicyTab = 'shippingReturns' | 'terms';

export type Policies = Record<PolicyTab, string>;

/** Endpoint of the policies, read when they are opened. */
export const policiesPath = '/policies';
