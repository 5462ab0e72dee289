import { useRef } from 'react';
import { Avatar } from '#app/auth/avatar.tsx';
import type { SessionUser } from '#app/auth/model.ts';
import { pageSession } from '#app/auth/session.ts';
import { accountTexts } from '#app/i18n/texts/account.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { largestAvatar, squareOf, writeAvatar } from './avatar-file.ts';
import { useAccountChange } from './use-account-change.ts';

/** The profile picture, with buttons to choose and to remove it. */
export function AvatarField({ user }: { user: SessionUser }) {
  const t = accountTexts();
  const input = useRef<HTMLInputElement>(null);
  const { busy, change } = useAccountChange();

  const write = async (square: Blob | null) => {
    await writeAvatar(user.id, square);
    await pageSession.refreshSession({ fresh: true });
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const refuse = (reason: string) =>
      toast({ title: t('pictureFailed'), description: reason, variant: 'destructive' });
    if (file.size > largestAvatar) return refuse(t('pictureLarge'));
    const square = await squareOf(file).catch(() => null);
    if (!square) return refuse(t('pictureUnreadable'));
    await change({ run: () => write(square), done: t('pictureSaved'), failed: t('pictureFailed') });
  };
  const remove = async () => {
    // Removing deletes the file, so undo uploads a copy.
    const copy = await fetch(user.avatar)
      .then((answer) => (answer.ok ? answer.blob() : null))
      .catch(() => null);
    await change({
      run: () => write(null),
      done: t('pictureRemoved'),
      failed: t('pictureFailed'),
      ...(copy && { undo: () => write(copy), undone: t('pictureSaved') }),
    });
  };

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar user={user} size="large" />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('picture')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="outline" size="small" busy={busy} onClick={() => input.current?.click()}>
          {user.avatar ? t('changePicture') : t('choosePicture')}
        </Button>
        {user.avatar ? (
          <Button variant="quiet" size="small" disabled={busy} onClick={() => void remove()}>
            {t('removePicture')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
