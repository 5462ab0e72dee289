/** The policies in the footer, by their settings key. */
export const policyTabs = ['shippingReturns', 'terms'] as const;
export type PolicyTab = (typeof policyTabs)[number];

export type Policies = Record<PolicyTab, string>;

/** Endpoint of the policies, read when they are opened. */
export const policiesPath = '/policies';
