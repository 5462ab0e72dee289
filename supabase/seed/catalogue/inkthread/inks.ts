/** Ink sets of the print shop: main, second and third colour. */
export type InkSet = readonly [string, string, string];

export const ON_DARK: InkSet = ['#f4f1e8', '#6f8fe8', '#e7552c'];
export const ON_LIGHT: InkSet = ['#20242e', '#5879db', '#e7552c'];
export const WARM_DARK: InkSet = ['#f4ead6', '#7fa0e8', '#e7852c'];
export const WARM_LIGHT: InkSet = ['#23304f', '#5879db', '#e7852c'];
