import {
  extensionOf,
  FILE_EMPTY_MESSAGE,
  FILE_LIMIT,
  FILE_SIZE_MESSAGE,
  FILE_TYPE_MESSAGES,
  FILE_TYPES,
  isAllowedFile,
  type UploadFeature,
} from '../../schema/uploads.ts';
import { api } from '../device/api.ts';

export type UploadedFile = { s3Key: string; fileName: string; fileSize: number; fileType: string };

/** The error message for a file of the wrong type or size; undefined for a valid one. */
export const checkFile = (
  file: Pick<File, 'name' | 'type' | 'size'>,
  feature: UploadFeature = 'requests',
): string | undefined => {
  if (!isAllowedFile(file.name, file.type)) return FILE_TYPE_MESSAGES[feature];
  if (file.size === 0) return FILE_EMPTY_MESSAGE;
  return file.size > FILE_LIMIT ? FILE_SIZE_MESSAGE : undefined;
};

/** `status` is the API's; undefined when storage or the network failed. */
export class UploadError extends Error {
  readonly status: number | undefined;
  /** The body of the API's answer. */
  readonly details: unknown;
  constructor(cause: unknown) {
    super(`Failed to upload file: ${(cause as Error).message}`, { cause });
    this.status = (cause as { status?: number }).status;
    this.details = (cause as { details?: unknown }).details;
  }
}

/** Uploads straight to storage, without a timeout. `onProgress` gets 0 to 1. Throws UploadError. */
export const uploadFile = async (
  feature: UploadFeature,
  file: File,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
): Promise<UploadedFile> => {
  const fileType = FILE_TYPES[extensionOf(file.name)] ?? file.type;
  const named = { fileName: file.name, fileType, fileSize: file.size };
  try {
    const { uploadUrl, s3Key } = await api<{ uploadUrl: string; s3Key: string }>(`/api/${feature}/presigned-url`, {
      method: 'POST',
      body: named,
    });
    signal?.throwIfAborted();
    await putFile(uploadUrl, file, fileType, onProgress, signal);
    return { s3Key, ...named };
  } catch (error) {
    throw new UploadError(error);
  }
};

export const downloadFile = async (feature: UploadFeature, s3Key: string): Promise<void> => {
  const body = { s3Key };
  const { downloadUrl } = await api<{ downloadUrl: string }>(`/api/${feature}/download-url`, { method: 'POST', body });
  // The response is an attachment, so the page stays open.
  location.assign(downloadUrl);
};

/** The bytes of a stored file. Throws where the server refuses it or there is no connection. */
export const fetchFile = async (feature: UploadFeature, s3Key: string): Promise<Blob> => {
  const body = { s3Key };
  const { downloadUrl } = await api<{ downloadUrl: string }>(`/api/${feature}/download-url`, { method: 'POST', body });
  const response = await fetch(downloadUrl);
  if (!response.ok) throw new Error(`Storage answered ${response.status}`);
  return response.blob();
};

/** XMLHttpRequest, because fetch reports no upload progress. */
const putFile = (url: string, file: File, type: string, onProgress: (part: number) => void, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (reason: string) => () => reject(new Error(`S3 upload failed: ${request.statusText || reason}`));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : fail(`HTTP ${request.status}`)());
    request.onerror = fail('Network error');
    request.onabort = fail('Canceled');
    signal?.addEventListener('abort', () => request.abort());
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', type);
    request.send(file);
  });
