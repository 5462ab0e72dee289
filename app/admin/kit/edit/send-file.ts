import { BackendError } from '#app/lib/backend-error.ts';

/** What storage says about a file that it does not take. */
function refusal({ status, responseText }: XMLHttpRequest): BackendError {
  try {
    const { message }: { message?: unknown } = JSON.parse(responseText);
    return new BackendError({ message: typeof message === 'string' ? message : '' }, status);
  } catch {
    return new BackendError({ message: '' }, status);
  }
}

/**
 * Sends a file to an address that takes one upload, as supabase-js would, and tells how many of its bytes have left:
 * fetch does not say.
 * @throws BackendError when it was refused, or with status 0 when the store was not reached
 */
export function sendFile(address: string, file: File, onSent: (bytes: number) => void): Promise<void> {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('x-upsert', 'false');
    // The form around the file counts too.
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new BackendError({ message: '' }, 0));
    request.send(form);
  });
}
