import { describe, expect, it } from 'vitest';
import { brandInLanguage } from '#app/brands/brand-in-language.ts';
import { duoworks } from '#app/brands/duoworks.ts';
import { meeplehouse } from '#app/brands/meeplehouse.ts';
import {
  brandInStore,
  deliveryDays,
  publicSettings,
  type SettingsRow,
  storeFacts,
} from './public-settings.ts';

const empty: SettingsRow = {
  shipping: null,
  payment: null,
  customization: null,
  features: null,
  contact: null,
  points: null,
  returns: null,
  store: null,
  translations: null,
};

describe('public settings', () => {
  it('are what the brand starts with while there is no row', () => {
    const settings = publicSettings(duoworks, null);
    expect(settings.shipping).toEqual({ ...duoworks.shipping, ...deliveryDays });
    expect(settings.payment).toEqual({ ...duoworks.payment, options: [] });
    expect(settings.points.enabled).toBe(false);
    expect(publicSettings(meeplehouse, null).points.enabled).toBe(true);
  });

  it('follow the row, value by value', () => {
    const settings = publicSettings(duoworks, {
      ...empty,
      shipping: { freeShippingThreshold: 900, defaultShippingFee: 40 },
      contact: { contactPhone: '+20 3 000 0000' },
      customization: { enabled: false },
    });
    expect(settings.shipping).toEqual({
      freeShippingThreshold: 900,
      defaultShippingFee: 40,
      expressShippingFee: 60,
      ...deliveryDays,
    });
    expect(settings.contact.contactPhone).toBe('+20 3 000 0000');
    expect(settings.contact.contactEmail).toBe(duoworks.contactEmail);
    expect(settings.features.customization).toBe(false);
  });

  it('promise free shipping from no amount where that depends on the place', () => {
    const row = { ...empty, shipping: { freeShippingThreshold: 300 } };
    expect(publicSettings(duoworks, row, true).shipping.freeShippingThreshold).toBeNull();
    expect(publicSettings(duoworks, row).shipping.freeShippingThreshold).toBe(300);
  });

  it('have no free shipping where staff took the threshold away', () => {
    const { shipping } = publicSettings(duoworks, { ...empty, shipping: { defaultShippingFee: 40 } });
    expect(shipping).toMatchObject({
      freeShippingThreshold: null,
      defaultShippingFee: 40,
      expressShippingFee: 60,
    });
  });

  it('promise no days of arrival where staff took them away', () => {
    const stored = { defaultShippingFee: 40, standardDaysFrom: null, standardDaysTo: null, expressDaysTo: 2 };
    expect(publicSettings(duoworks, { ...empty, shipping: stored }).shipping).toMatchObject({
      standardDaysFrom: null,
      standardDaysTo: null,
      expressDaysFrom: 1,
      expressDaysTo: 2,
    });
  });

  it('ignore values of the wrong kind and keys that are not theirs', () => {
    const settings = publicSettings(duoworks, {
      ...empty,
      shipping: { freeShippingThreshold: 'free', secret: 1 },
      payment: ['cash'],
    });
    expect(settings.shipping).toEqual({ ...duoworks.shipping, ...deliveryDays });
    expect(settings.payment).toEqual({ ...duoworks.payment, options: [] });
  });

  it('let a store say of itself what its staff wrote, and its brand speak where they wrote nothing', () => {
    const store = {
      footerDescription: 'Games by night',
      seoDescription: '',
      seoKeywords: 'dice,  night ',
      autoPlayMusic: false,
    };
    const brand = brandInStore(meeplehouse, { store, translations: {} });
    expect(brand.footerDescription).toBe('Games by night');
    expect(brand.seoDescription).toBe(meeplehouse.seoDescription);
    expect(brand.seoKeywords).toEqual(['dice', 'night']);
    expect(brand.autoPlayMusic).toBe(false);
    expect(brandInStore(meeplehouse, null)).toEqual(meeplehouse);
    expect(
      brandInStore(meeplehouse, {
        store: { name: 'Another', design: {}, autoPlayMusic: 'yes' },
        translations: {},
      }),
    ).toEqual(meeplehouse);
  });

  it('speak in another language as its staff translated them, and as its brand does where they say what it says', () => {
    const arabic = brandInLanguage(meeplehouse, 'ar');
    const facts = storeFacts(meeplehouse);
    const translations = { ar: { store: { description: 'ألعاب الليل' } } };
    // Pages in English know no Arabic: what is translated is said in the page's language alone.
    expect(brandInStore(arabic, { store: facts, translations }, meeplehouse)).toEqual(arabic);
    const changed = { ...facts, description: 'Games by night' };
    expect(brandInStore(arabic, { store: changed, translations: {} }, meeplehouse).description).toBe(
      'Games by night',
    );
  });
});
