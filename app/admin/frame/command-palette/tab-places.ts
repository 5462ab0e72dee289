import { href } from 'react-router';
import { adminTexts } from '#app/i18n/texts/admin.ts';
import { adminContentTexts } from '#app/i18n/texts/admin-content.ts';
import { adminCustomersTexts } from '#app/i18n/texts/admin-customers.ts';
import { adminReportsTexts } from '#app/i18n/texts/admin-reports.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { contentTabs } from '../../content/read-content.ts';
import { reportKinds } from '../../reports/report-range.ts';
import { settingsTabs } from '../../settings/settings-groups.ts';

/** A tab of a page: label, page name and address, and its own address. */
type TabPlace = { label: string; page: string; pageAt: string; to: string };

/** Returns all tabs of the pages, in page order. */
export function tabPlaces(): TabPlace[] {
  const t = adminTexts();
  const tContent = adminContentTexts();
  const tCustomers = adminCustomersTexts();
  const tReports = adminReportsTexts();
  const tSettings = adminSettingsTexts();
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
