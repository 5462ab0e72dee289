import { BackendError } from './backend-error.ts';

/** Converts an error response of storage. */
function storageError({ status, responseText }: XMLHttpRequest): BackendError {
  try {
    const { message }: { message?: unknown } = JSON.parse(responseText);
    return new BackendError({ message: typeof message === 'string' ? message : '' }, status);
  } catch {
    return new BackendError({ message: '' }, status);
  }
}

/**
 * Uploads a file to a signed upload URL as supabase-js would, but with progress in bytes, which fetch does not report.
 * @throws BackendError when it was refused; with status 0 when the store was unreachable; with the code `upload_ended`
 * when the connection ended during the upload, as happens when a proxy rejects large files
 */
export function sendFile(address: string, file: Blob, onSent: (bytes: number) => void): Promise<void> {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', file);
  let hasBegun = false;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('x-upsert', 'false');
    // Progress includes the multipart envelope.
    request.upload.onprogress = ({ loaded }) => {
      hasBegun ||= loaded > 0;
      onSent(Math.min(loaded, file.size));
    };
    request.onload = () => (request.status < 300 ? resolve() : reject(storageError(request)));
    request.onerror = () =>
      reject(new BackendError({ message: '', ...(hasBegun && { code: 'upload_ended' }) }, 0));
    request.send(form);
  });
}
