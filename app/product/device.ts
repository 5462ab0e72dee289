import { useEffect } from 'react';
import { create } from 'zustand';
import { useBrand } from '#app/brands/use-brand.ts';
import { browserStorage } from '#app/lib/browser-storage.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { optionList } from './parse-values.ts';

const deviceStorage = () => browserStorage(`souk-made-for-${pageTenant()}`);

const useStoredDevice = create<{ device: string }>(() => ({ device: '' }));

/** The device that the shopper chose in this browser; '' when there is none. */
export const readDevice = (): string => deviceStorage().read() ?? '';

/** Stores the shopper's device; '' removes it. */
export function writeDevice(device: string): void {
  deviceStorage().write(device || null);
  useStoredDevice.setState({ device });
}

/**
 * The shopper's device, such as a phone, for a brand whose products are made for one. '' if there is none, in other
 * brands, and during hydration.
 */
export function useDevice(): string {
  const isMadeFor = useBrand().design.madeFor !== undefined;
  const device = useStoredDevice((state) => state.device);
  useEffect(() => {
    if (isMadeFor) useStoredDevice.setState({ device: readDevice() });
  }, [isMadeFor]);
  return isMadeFor ? device : '';
}

/** The devices that a product, or its chosen variant, is made for; empty if it fits any. */
export function madeForDevices(
  product: { type: string },
  chosen: { type?: string | undefined } = {},
): string[] {
  return chosen.type ? [chosen.type] : optionList(product.type);
}

/** Whether something made for these devices fits the shopper's, as far as both are known. */
export function fitsDevice(devices: readonly string[], device: string): boolean {
  const wanted = device.toLowerCase();
  return device === '' || devices.length === 0 || devices.some((one) => one.toLowerCase() === wanted);
}
