/** Bytes (10 MB), inclusive. */
export const FILE_LIMIT = 10_485_760;

export const FILE_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};
export const FILE_TYPE_MESSAGE = 'File type not allowed. Please upload PDF, DOC, DOCX, or image files';
export const FILE_SIZE_MESSAGE = 'File size must be less than 10MB';
export const FILE_SIZE_MISSING = 'The size of the file in bytes is missing';
export const FILE_EMPTY_MESSAGE = 'This file is empty';
/** Keyed by feature with files. */
export const FILE_TYPE_MESSAGES = {
  announcements: FILE_TYPE_MESSAGE,
  requests: FILE_TYPE_MESSAGE,
  documents: 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF',
  violations: 'Invalid file type. Allowed: JPG, PNG, GIF, PDF, DOC, DOCX',
  meetings: FILE_TYPE_MESSAGE,
  branding: 'Please choose a PNG or JPEG image',
};
export type UploadFeature = keyof typeof FILE_TYPE_MESSAGES;
export const UPLOAD_FEATURES = Object.keys(FILE_TYPE_MESSAGES) as [UploadFeature, ...UploadFeature[]];

export const extensionOf = (name: string) => (name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : '');

/** Until the server says how the file is called: `file.pdf`, or the name that older keys end with. */
export const nameOfKey = (key: string): string => (key.split('/').pop() ?? key).replace(/^[0-9a-f-]{36}\./, 'file.');

/** Removes folders, control characters and bidirectional marks. */
export const displayName = (fileName: string) =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim();

/** An empty content type is unknown and passes. */
export const isAllowedFile = (name: string, type: string) => {
  const expected = FILE_TYPES[extensionOf(name)];
  return expected !== undefined && (type === '' || type.toLowerCase() === expected);
};

/** `size` in bytes, `type` a content type, `pending` until the bytes are verified. */
export type StoredFile = { key: string; name: string; size: number; type: string; pending?: true };
