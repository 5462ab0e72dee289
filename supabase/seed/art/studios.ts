import type { Studio } from './garment-shots.ts';

/** Where each brand photographs its garments. */
export const STUDIOS: Readonly<Record<'inkthread' | 'northblock' | 'duoworks', Studio>> = {
  inkthread: {
    forLight: [
      { hex: '#c6cedd', fall: 0.22, rough: 'paper' },
      { hex: '#cdc5b5', fall: 0.2, rough: 'paper' },
      { hex: '#b9c3d8', fall: 0.2, rough: 'paper' },
    ],
    forDark: [
      { hex: '#efebe2', fall: 0.16, rough: 'paper' },
      { hex: '#e2e7f1', fall: 0.16, rough: 'paper' },
      { hex: '#e9e2d4', fall: 0.17, rough: 'paper' },
    ],
  },
  northblock: {
    forLight: [
      { hex: '#7d7f7c', fall: 0.34, rough: 'concrete' },
      { hex: '#4b4d4c', fall: 0.4, rough: 'concrete' },
    ],
    forDark: [
      { hex: '#b9bbb7', fall: 0.3, rough: 'concrete' },
      { hex: '#a4a7a2', fall: 0.32, rough: 'concrete' },
      { hex: '#c9f3a8', fall: 0.26, rough: 'concrete' },
    ],
  },
  duoworks: {
    forLight: [
      { hex: '#cbb9d6', fall: 0.2, rough: 'paper' },
      { hex: '#c9b89a', fall: 0.2, rough: 'paper' },
    ],
    forDark: [
      { hex: '#f2e9d5', fall: 0.15, rough: 'paper' },
      { hex: '#e9dfea', fall: 0.16, rough: 'paper' },
      { hex: '#e8dcc2', fall: 0.17, rough: 'paper' },
    ],
  },
};
