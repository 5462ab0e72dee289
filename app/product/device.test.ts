import { describe, expect, it } from 'vitest';
import { fitsDevice, madeForDevices } from './device.ts';

describe('the devices of a product', () => {
  it('are the chosen device, or all devices that it comes for', () => {
    expect(madeForDevices({ type: '["Pixel 9","Pixel 9 Pro"]' })).toEqual(['Pixel 9', 'Pixel 9 Pro']);
    expect(madeForDevices({ type: '["Pixel 9","Pixel 9 Pro"]' }, { type: 'Pixel 9' })).toEqual(['Pixel 9']);
    expect(madeForDevices({ type: 'iPhone 16 Pro' }, { type: '' })).toEqual(['iPhone 16 Pro']);
    expect(madeForDevices({ type: '' })).toEqual([]);
  });

  it.each([
    [['iPhone 16 Pro'], 'iPhone 16', false],
    [['iPhone 16 Pro'], 'iphone 16 pro', true],
    [['Pixel 9', 'Pixel 9 Pro'], 'Pixel 9 Pro', true],
    [['iPhone 16 Pro'], '', true],
    [[], 'iPhone 16', true],
  ])('made for %j, needed for %j, fits: %s', (devices, device, fits) => {
    expect(fitsDevice(devices, device)).toBe(fits);
  });
});
