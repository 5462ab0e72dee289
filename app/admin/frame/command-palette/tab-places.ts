import { href } from 'react-router';
import adminMessages from '#app/i18n/messages/en/admin.json';
import adminContentMessages from '#app/i18n/messages/en/admin-content.json';
import adminCustomersMessages from '#app/i18n/messages/en/admin-customers.json';
import adminReportsMessages from '#app/i18n/messages/en/admin-reports.json';
import adminSettingsMessages from '#app/i18n/messages/en/admin-settings.json';
import { getTranslations } from '#app/i18n/translations.ts';
import { contentTabs } from '../../content/read-content.ts';
import { reportKinds } from '../../reports/report-range.ts';
import { settingsTabs } from '../../settings/settings-groups.ts';

/** A tab of a page: label, page name and address, and its own address. */
type TabPlace = { label: string; page: string; pageAt: string; to: string };

/** Returns all tabs of the pages, in page order. */
export function tabPlaces(): TabPlace[] {
  const t = getTranslations('admin', adminMessages);
  const [content, settings, reports] = [
    getTranslations('admin-content', adminContentMessages),
    getTranslations('admin-settings', adminSettingsMessages),
    getTranslations('admin-reports', adminReportsMessages),
  ];
  const of = (pageAt: string, page: string) => (label: string, query: string) => {
    return { label, page, pageAt, to: `${pageAt}?${query}` };
  };
  const customer = of(href('/admin/customers'), t('customers'));
  const report = of(href('/admin/reports'), t('reports'));
  const text = of(href('/admin/content'), t('content'));
  const setting = of(href('/admin/settings'), t('settings'));
  return [
    customer(getTranslations('admin-customers', adminCustomersMessages)('messages'), 'tab=messages'),
    ...reportKinds.map((kind) => report(reports(kind), `report=${kind}`)),
    ...contentTabs.map((tab) => text(content(tab), `tab=${tab}`)),
    ...settingsTabs.map((tab) => setting(settings(tab), `tab=${tab}`)),
  ];
}
