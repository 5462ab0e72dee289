export const NEON = ['#75ef45', '#f1f1ee', '#75ef45'] as const;
export const BONE = ['#f1f1ee', '#75ef45', '#8b8f8a'] as const;
export const SOOT = ['#141515', '#4a4d4a', '#3f9e1d'] as const;
export const HAZARD = ['#f1f1ee', '#ff5a1f', '#75ef45'] as const;
