import { describe, expect, it } from 'vitest';
import { settingsColumn, settingsForm, settingsFormValues, settingsTranslations } from './settings-form.ts';

describe('settings', () => {
  it('read back unchanged', () => {
    const days = { standardDaysFrom: 2, standardDaysTo: 4, expressDaysFrom: null, expressDaysTo: null };
    const shipping = {
      freeShippingThreshold: null,
      defaultShippingFee: 30,
      expressShippingFee: 50.5,
      ...days,
    };
    const values = settingsForm('shipping').parse(settingsFormValues('shipping', shipping));
    expect(settingsColumn('shipping', values, shipping)).toEqual(shipping);
  });

  it('accept a decimal comma', () => {
    const typed = { freeShippingThreshold: '', defaultShippingFee: '49,50', expressShippingFee: '80' };
    const values = settingsForm('shipping').parse({ ...settingsFormValues('shipping', {}), ...typed });
    expect(settingsColumn('shipping', values, {})).toMatchObject({ defaultShippingFee: 49.5 });
  });

  it('keep unknown settings, and remove emptied ones', () => {
    const contact = {
      contactEmail: 'a@b.co',
      note: 'kept',
      socialMedia: { facebook: 'https://f.example/x', tiktok: 'x' },
    };
    const values = { ...settingsFormValues('contact', contact), 'socialMedia/facebook': '' };
    expect(settingsColumn('contact', values, contact)).toMatchObject({
      note: 'kept',
      socialMedia: { tiktok: 'x' },
    });
    expect(JSON.stringify(settingsColumn('contact', values, contact))).not.toContain('facebook');
  });

  it('have translations beside their texts, separately for each group', () => {
    const stored = { ar: { contact: { address: 'القاهرة' }, legal: { terms: 'قديم' } } };
    const values = settingsFormValues('legal', { terms: 'Terms' }, stored);
    expect(values).toMatchObject({ terms: 'Terms', terms_ar: 'قديم', shippingReturns_ar: '' });
    const changed = { ...values, terms_ar: '', shippingReturns_ar: 'الشحن' };
    expect(settingsTranslations('legal', settingsForm('legal').parse(changed), stored)).toEqual({
      ar: { contact: { address: 'القاهرة' }, legal: { shippingReturns: 'الشحن' } },
    });
  });

  it('have the legal name and address of documents in Arabic beside the English', () => {
    const invoicing = {
      legalName: 'Ink Trading LLC',
      legalAddress: '4 Talaat Harb, Cairo',
      taxNumber: '123',
    };
    const values = settingsFormValues('invoicing', invoicing);
    const changed = { ...values, legalName_ar: 'شركة إنك للتجارة', legalAddress_ar: '' };
    const parsed = settingsForm('invoicing').parse(changed);
    expect(settingsTranslations('invoicing', parsed, {})).toEqual({
      ar: { invoicing: { legalName: 'شركة إنك للتجارة' } },
    });
    expect(settingsColumn('invoicing', parsed, invoicing)).toEqual(invoicing);
  });

  it('reject invalid amounts, email addresses and links', () => {
    const refused = (group: 'shipping' | 'contact' | 'points', path: string, typed: string) => {
      const filled = { ...settingsFormValues(group, {}), earnRate: '1', pointValue: '1', [path]: typed };
      const result = settingsForm(group).safeParse(filled);
      return !result.success && result.error.issues.some((issue) => issue.path[0] === path);
    };
    expect(refused('shipping', 'defaultShippingFee', '-1')).toBe(true);
    expect(refused('shipping', 'defaultShippingFee', '')).toBe(true);
    expect(refused('shipping', 'freeShippingThreshold', '')).toBe(false);
    expect(refused('points', 'pointValue', '0')).toBe(true);
    expect(refused('contact', 'contactEmail', 'nobody')).toBe(true);
    expect(refused('contact', 'socialMedia/twitter', 'javascript:alert(1)')).toBe(true);
    expect(refused('contact', 'socialMedia/twitter', 'https://x.example/store')).toBe(false);
  });

  it('require at least one payment method', () => {
    const none = {
      cashOnDelivery: false,
      onlinePayment: false,
      bankTransfer: false,
      bankDetails: '',
      bankDetails_ar: '',
      vatRate: '',
    };
    expect(settingsForm('payment').safeParse(none).success).toBe(false);
    expect(settingsForm('payment').safeParse({ ...none, cashOnDelivery: true }).success).toBe(true);
    const onlyOnline = { ...none, onlinePayment: true };
    expect(settingsForm('payment', true).safeParse(onlyOnline).success).toBe(true);
    expect(settingsForm('payment', false).safeParse(onlyOnline).success).toBe(false);
  });

  it('require the bank account for bank transfers', () => {
    const transfer = {
      cashOnDelivery: true,
      onlinePayment: false,
      bankTransfer: true,
      bankDetails: ' ',
      bankDetails_ar: '',
      vatRate: '14',
    };
    const refused = settingsForm('payment').safeParse(transfer);
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['bankDetails']]);
    const complete = { ...transfer, bankDetails: 'CIB 100 200 300' };
    expect(settingsForm('payment').safeParse(complete).success).toBe(true);
  });

  it('give an example within the bounds', () => {
    const typed = { enabled: true, earnRate: '101', pointValue: '1' };
    const refused = settingsForm('points').safeParse(typed);
    expect(refused.error?.issues[0]?.message).toBe('Enter an amount from 0 to 100, such as 100 or 49.50.');
  });
});
