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
  const tContent = getTranslations('admin-content', adminContentMessages);
  const tCustomers = getTranslations('admin-customers', adminCustomersMessages);
  const tReports = getTranslations('admin-reports', adminReportsMessages);
  const tSettings = getTranslations('admin-settings', adminSettingsMessages);
  const tabOf = (pageAt: string, page: string) => (label: string, query: string) => ({
    label,
    page,
    pageAt,
    to: `${pageAt}?${query}`,
  });
  const customersTab = tabOf(href('/admin/customers'), t('customers'));
  const reportTab = tabOf(href('/admin/reports'), t('reports'));
  const contentTab = tabOf(href('/admin/content'), t('content'));
  const settingsTab = tabOf(href('/admin/settings'), t('settings'));
  return [
    customersTab(tCustomers('messages'), 'tab=messages'),
    ...reportKinds.map((kind) => reportTab(tReports(kind), `report=${kind}`)),
    ...contentTabs.map((tab) => contentTab(tContent(tab), `tab=${tab}`)),
    ...settingsTabs.map((tab) => settingsTab(tSettings(tab), `tab=${tab}`)),
  ];
}
