import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ViolationCategory } from '../../schema/violations.ts';
import type { UploadError } from '../files.ts';
import { useCreate } from '../forms/create.ts';
import { paths } from '../paths.ts';
import { sanitize } from '../ui/rich-text.tsx';

export type ViolationDraft = {
  user_id: string;
  title: string;
  category: ViolationCategory;
  message: string;
  due_date: string;
};

/** Creates one violation, once, however often it is tried. */
export const useCreateViolation = () =>
  useCreate<ViolationDraft>({
    feature: 'violations',
    mutation: 'createViolation',
    attach: 'attachViolationFile',
    argsOf: (values) => ({ ...values, message: sanitize(values.message) }),
    failed: 'Failed to create violation',
    uploadFailed,
  });

/** The server's own sentence where it refused the file. */
const uploadFailed = (error: UploadError | null) =>
  error?.status && error.status < 500 ? (error.cause as Error).message : 'Failed to upload file';

const SUCCESS = 'Violation created successfully and notification sent to resident';

/** Leads to the list once the violation is made, where its success is told. */
export const useLeave = (created: boolean): void => {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (created) navigate(paths.violations(), { state: { success: SUCCESS } });
  }, [created, navigate]);
};
