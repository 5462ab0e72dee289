import { useState } from 'react';
import { formatList } from '#app/i18n/format.ts';
import accountMessages from '#app/i18n/messages/en/account.json';
import { useTranslations } from '#app/i18n/use-translations.ts';
import { Switch } from '#app/ui/choice.tsx';
import { toast } from '#app/ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { chooseMessages, type MessageChoices, type PhoneChannel } from './message-choices.ts';

interface MessagesSectionProps {
  choices: MessageChoices;
  /** Whether mails about orders reach the person. */
  hasEmail: boolean;
}

/** Keeps a phone number as it is dialled within a sentence of another direction. */
const leftToRight = (phone: string) => `\u2066${phone}\u2069`;

/** What comes to the shopper's phone about their orders; renders nothing where the store sends nothing there. */
export function MessagesSection({ choices, hasEmail }: MessagesSectionProps) {
  const t = useTranslations('account', accountMessages);
  const [shown, setShown] = useState(choices);
  const [saving, setSaving] = useState<PhoneChannel | null>(null);
  if (choices.length === 0) return null;

  const choose = async (channel: PhoneChannel, isWanted: boolean) => {
    setSaving(channel);
    try {
      setShown(await chooseMessages(channel, isWanted));
    } catch {
      toast({ title: t('messagesFailed'), description: t('unreachable'), variant: 'destructive' });
    }
    setSaving(null);
  };

  return (
    <AccountSection title={t('messages')} lead={hasEmail ? t('messagesLead') : t('messagesLeadNoEmail')}>
      <div className="grid gap-2">
        {shown.map(({ channel, is_wanted, stopped_numbers }) => (
          <Switch
            key={channel}
            label={t(`messages_${channel}`)}
            checked={is_wanted}
            disabled={saving !== null}
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
