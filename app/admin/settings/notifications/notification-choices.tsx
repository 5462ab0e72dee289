import { href } from 'react-router';
import { may, type SessionUser } from '#app/auth/model.ts';
import { adminNotificationsTexts } from '#app/i18n/texts/admin-notifications.ts';
import { Constants } from '#app/lib/database.types.ts';
import { Switch } from '#app/ui/choice.tsx';
import { SelectField } from '#app/ui/select-field.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import { pageCapabilities } from '../../ui/page-capabilities.ts';
import { useChange } from '../../ui/use-change.ts';
import { addChoice, changeChoice, type NotificationChoice, removeChoice } from './choices-data.ts';

type Topic = NotificationChoice['topic'];

type NotificationChoicesProps = {
  user: SessionUser;
  choices: readonly NotificationChoice[];
  /** Whether the server can send by WhatsApp. */
  hasWhatsApp: boolean;
};

/** What the user hears of in this store, and by which way; each choice is saved at once. */
export function NotificationChoices({ user, choices, hasWhatsApp }: NotificationChoicesProps) {
  const t = adminNotificationsTexts();
  const { change } = useChange();
  const choose = (topic: Topic, choice: NotificationChoice | null) => {
    const isChosen = choices.some((one) => one.topic === topic);
    const save = (chosen: NotificationChoice) =>
      isChosen ? changeChoice(chosen) : addChoice(user.id, chosen);
    void change({
      run: () => (choice ? save(choice) : removeChoice(topic)),
      done: choice ? t('chosen', { topic: t(topic) }) : t('stopped', { topic: t(topic) }),
    });
  };
  return (
    <section aria-label={t('title')} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="max-w-prose text-ink-soft">{t('lead')}</p>
      {may(user, pageCapabilities['/admin/settings/messages']) ? (
        <TextLink to={href('/admin/settings/messages')}>{t('wordsOfMessages')}</TextLink>
      ) : null}
      <ul className="divide-y rounded-card border bg-surface">
        {Constants.public.Enums.staff_topic.map((topic) => {
          const choice = choices.find((one) => one.topic === topic);
          const ways: ('email' | 'whatsapp')[] =
            hasWhatsApp || choice?.channel === 'whatsapp' ? ['email', 'whatsapp'] : ['email'];
          return (
            <li
              key={topic}
              className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 p-4 sm:grid-cols-2 md:p-6"
            >
              <div className="grid gap-1">
                <h2 className="font-semibold">{t(topic)}</h2>
                <p className="text-ink-soft text-sm">{t(`${topic}_what`)}</p>
              </div>
              <div className="grid gap-3">
                <SelectField
                  label={t('wayOf', { topic: t(topic) })}
                  hideLabel
                  value={choice?.channel ?? ''}
                  onChange={(event) => {
                    const channel = ways.find((way) => way === event.currentTarget.value);
                    const isSame = { topic, each_morning: choice?.each_morning ?? false };
                    choose(topic, channel ? { ...isSame, channel } : null);
                  }}
                >
                  <option value="">{t('off')}</option>
                  {ways.map((way) => (
                    <option key={way} value={way}>
                      {t(way)}
                    </option>
                  ))}
                </SelectField>
                {topic === 'low_stock' && choice ? (
                  <Switch
                    label={t('eachMorning')}
                    checked={choice.each_morning}
                    onChange={(event) =>
                      choose(topic, { ...choice, each_morning: event.currentTarget.checked })
                    }
                  />
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="max-w-prose text-ink-soft text-sm">
        {t(hasWhatsApp ? 'waysWhatsApp' : 'waysMail', { email: user.email })}
      </p>
    </section>
  );
}
