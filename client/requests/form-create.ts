import type { RequestCategory } from '../../schema/requests.ts';
import { useCreate } from '../forms/create.ts';
import { sanitize } from '../ui/rich-text.tsx';

export type RequestDraft = { title: string; category: RequestCategory; description: string };

/** Creates one request, once, however often it is tried. */
export const useCreateRequest = () =>
  useCreate<RequestDraft>({
    feature: 'requests',
    mutation: 'createRequest',
    attach: 'attachRequestFile',
    argsOf: (values) => ({ ...values, description: sanitize(values.description) }),
    failed: 'Failed to create request. Please try again.',
    uploadFailed: (error) => error?.message ?? 'Failed to upload file: you are offline.',
  });
