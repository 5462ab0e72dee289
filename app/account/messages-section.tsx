import { useState } from 'react';
import { formatList } from '#app/i18n/format.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Switch } from '#app/ui/choice.tsx';
import { AccountSection } from './account-section.tsx';
import { chooseNotifications, type NotificationChoices, type PhoneChannel } from './notification-choices.ts';
import { useAccountChange } from './use-account-change.ts';

interface MessagesSectionProps {
  choices: NotificationChoices;
  /** Whether mails about orders reach the person. */
  hasEmail: boolean;
}

/** Isolates a phone number so that it reads left to right inside right-to-left text. */
const leftToRight = (phone: string) => `\u2066${phone}\u2069`;

/** Toggles for order notifications by phone; renders nothing if the store sends none. */
export function MessagesSection({ choices, hasEmail }: MessagesSectionProps) {
  const t = accountTexts();
  const [shown, setShown] = useState(choices);
  const { busy, change } = useAccountChange();
  if (choices.length === 0) return null;

  const choose = (channel: PhoneChannel, isWanted: boolean) =>
    change({
      run: () => chooseNotifications(channel, isWanted),
      onDone: setShown,
      failed: t('messagesFailed'),
    });

  return (
    <AccountSection title={t('messages')} lead={hasEmail ? t('messagesLead') : t('messagesLeadNoEmail')}>
      <div className="grid gap-2">
        {shown.map(({ channel, is_wanted, stopped_numbers }) => (
          <Switch
            key={channel}
            label={t(`messages_${channel}`)}
            checked={is_wanted}
            disabled={busy}
            onChange={({ currentTarget }) => void choose(channel, currentTarget.checked)}
            hint={
              stopped_numbers.length > 0
                ? t('messagesStopped', { numbers: formatList(stopped_numbers.map(leftToRight)) })
                : undefined
            }
          />
        ))}
      </div>
    </AccountSection>
  );
}
