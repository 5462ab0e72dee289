import { z } from 'zod';
import { type BrandFileUse, brandFilesPath } from '#app/brands/brand-picture.ts';
import { adminSettingsTexts } from '#app/i18n/texts/admin-settings.ts';
import { pageTenant } from '#app/lib/page-tenant.ts';
import { loadSupabase } from '#app/lib/supabase-browser.ts';
import { errorMessage } from '../../ui/error-message.ts';

const problems = [
  'notPicture',
  'animated',
  'tooLarge',
  'svgScript',
  'svgElement',
  'svgExternal',
  'svgEntities',
  'svgSize',
  'svgComplex',
  'notMusic',
  'tooMany',
  'failed',
] as const;

const stored = z.object({ path: z.string() });
const refusal = z.object({ details: z.enum(problems) });

/** Maximum size of an upload in bytes; the server has narrower limits by kind. */
const largest = 8 * 1024 * 1024;

const failure = (problem: (typeof problems)[number]) => ({
  problem: adminSettingsTexts()(`brandFile_${problem}`),
});

/** Whether the browser can play a file. */
function isPlayable(file: Blob): Promise<boolean> {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  return new Promise<boolean>((resolve) => {
    audio.onloadedmetadata = () => resolve(audio.duration > 0);
    audio.onerror = () => resolve(false);
    audio.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

/** Stores a file for the brand. Returns its path, or a sentence that says why it was refused. */
export async function uploadBrandFile(
  use: BrandFileUse,
  file: Blob,
): Promise<{ path: string } | { problem: string }> {
  if (file.size > largest) return failure('tooLarge');
  if (use === 'music' && !(await isPlayable(file))) return failure('notMusic');
  const query = new URLSearchParams({ tenant: pageTenant(), use });
  try {
    const { data } = await (await loadSupabase()).auth.getSession();
    const response = await fetch(`${brandFilesPath}?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
      body: file,
    });
    const answer: unknown = await response.json();
    if (response.ok) return stored.parse(answer);
    const refused = refusal.safeParse(answer);
    if (refused.success) return failure(refused.data.details);
    return { problem: errorMessage({ status: response.status }) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
