import { href } from 'react-router';
import { adminWords } from '#app/messages/en/admin.ts';
import { contentPageWords } from '#app/messages/en/admin-content.ts';
import { customersWords } from '#app/messages/en/admin-customers.ts';
import { reportWords } from '#app/messages/en/admin-reports.ts';
import { settingsWords } from '#app/messages/en/admin-settings.ts';
import { pageWords } from '#app/messages/words.ts';
import { contentTabs } from '../content/read-content.ts';
import { reportKinds } from '../reports/report-range.ts';
import { settingsTabs } from '../settings/settings-groups.ts';

/** A tab of a page: what it is called, its page by name and address, and where it is itself. */
type TabPlace = { label: string; page: string; pageAt: string; to: string };

/** Every tab of the pages that have some, in the order of the pages; for whoever names one to go to. */
export function tabPlaces(): TabPlace[] {
  const say = pageWords(adminWords);
  const [content, settings, reports] = [
    pageWords(contentPageWords),
    pageWords(settingsWords),
    pageWords(reportWords),
  ];
  const of = (pageAt: string, page: string) => (label: string, query: string) => {
    return { label, page, pageAt, to: `${pageAt}?${query}` };
  };
  const customer = of(href('/admin/customers'), say('customers'));
  const report = of(href('/admin/reports'), say('reports'));
  const text = of(href('/admin/content'), say('content'));
  const setting = of(href('/admin/settings'), say('settings'));
  return [
    customer(pageWords(customersWords)('messages'), 'tab=messages'),
    ...reportKinds.map((kind) => report(reports(kind), `report=${kind}`)),
    ...contentTabs.map((tab) => text(content(tab), `tab=${tab}`)),
    ...settingsTabs.map((tab) => setting(settings(tab), `tab=${tab}`)),
  ];
}
