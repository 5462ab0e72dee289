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

const stored: SettingsRow = {
  default_shipping_fee: 40,
  express_shipping_fee: 60,
  free_shipping_threshold: 900,
  standard_days_from: 2,
  standard_days_to: 4,
  express_days_from: 1,
  express_days_to: 1,
  cash_on_delivery: true,
  online_payment: false,
  bank_transfer: true,
  customization_enabled: false,
  text_price: 10,
  image_price: 20,
  points_enabled: true,
  points_earn_rate: 2,
  point_value: 0.5,
  wishlist_enabled: true,
  reviews_enabled: false,
  loyalty_enabled: true,
  live_chat_enabled: false,
  restocks_enabled: true,
  return_days: 14,
  fault_days: 30,
  exchanges: 'product',
  exchange_delivery: 'store',
  keeps_delivery_fee: true,
  recounts_codes: false,
  recounts_delivery: true,
  gift_wrapping_enabled: false,
  gift_wrapping_price: 0,
  gifts: {},
  payment: {},
  customization: {},
  contact: {},
  store: {},
  translations: {},
};

describe('public settings', () => {
  it('are the brand’s defaults without a row', () => {
    const settings = publicSettings(duoworks, null);
    expect(settings.shipping).toEqual({ ...duoworks.shipping, ...deliveryDays });
    expect(settings.payment).toEqual({ ...duoworks.payment, options: [] });
    expect(settings.points.enabled).toBe(false);
    expect(publicSettings(meeplehouse, null).points.enabled).toBe(true);
  });

  it('follow the row, value by value', () => {
    const settings = publicSettings(duoworks, {
      ...stored,
      contact: { contactPhone: '+20 3 000 0000' },
      customization: { baseProductPrices: { Hoodie: 400 } },
    });
    expect(settings.shipping).toEqual({
      freeShippingThreshold: 900,
      defaultShippingFee: 40,
      expressShippingFee: 60,
      ...deliveryDays,
    });
    expect(settings.payment).toEqual({
      cashOnDelivery: true,
      onlinePayment: false,
      bankTransfer: true,
      options: [],
    });
    expect(settings.points).toEqual({ enabled: true, earnRate: 2, pointValue: 0.5 });
    expect(settings.returns).toMatchObject({ returnDays: 14, faultDays: 30, keepsDeliveryFee: true });
    expect(settings.contact.contactPhone).toBe('+20 3 000 0000');
    expect(settings.contact.contactEmail).toBe(duoworks.contactEmail);
    expect(settings.features).toMatchObject({ reviews: false, loyalty: true, customization: false });
    expect(settings.customization).toMatchObject({ textPrice: 10, baseProductPrices: { Hoodie: 400 } });
  });

  it('promise no free-shipping amount if it depends on the place', () => {
    expect(publicSettings(duoworks, stored, true).shipping.freeShippingThreshold).toBeNull();
    expect(publicSettings(duoworks, stored).shipping.freeShippingThreshold).toBe(900);
  });

  it('have no free shipping if staff removed the threshold', () => {
    const row = { ...stored, free_shipping_threshold: null };
    expect(publicSettings(duoworks, row).shipping).toMatchObject({
      freeShippingThreshold: null,
      defaultShippingFee: 40,
    });
  });

  it('promise no arrival days if staff removed them', () => {
    const row = { ...stored, standard_days_from: null, standard_days_to: null, express_days_to: 2 };
    expect(publicSettings(duoworks, row).shipping).toMatchObject({
      standardDaysFrom: null,
      standardDaysTo: null,
      expressDaysFrom: 1,
      expressDaysTo: 2,
    });
  });

  it('ignore texts of the wrong kind, and unknown keys', () => {
    const settings = publicSettings(duoworks, {
      ...stored,
      contact: { contactPhone: 7, secret: 1 },
    });
    expect(settings.contact.contactPhone).toBe(duoworks.contactPhone);
    expect(settings.contact).not.toHaveProperty('secret');
  });

  it('use the store’s own texts, and the brand’s where they are empty', () => {
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

  it('use the staff’s translations in another language, and the brand’s for texts that equal its own', () => {
    const arabic = brandInLanguage(meeplehouse, 'ar');
    const facts = storeFacts(meeplehouse);
    const translations = { ar: { store: { description: 'ألعاب الليل' } } };
    // English pages have no Arabic: a translated text exists only in the page's language.
    expect(brandInStore(arabic, { store: facts, translations }, meeplehouse)).toEqual(arabic);
    const changed = { ...facts, description: 'Games by night' };
    expect(brandInStore(arabic, { store: changed, translations: {} }, meeplehouse).description).toBe(
      'Games by night',
    );
  });
});
