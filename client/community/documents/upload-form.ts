import { useState } from 'react';
import * as z from 'zod/mini';
import { documentInput } from '../../../schema/document-inputs.ts';
import type { DocumentCategory } from '../../../schema/documents.ts';
import { extensionOf } from '../../../schema/uploads.ts';
import { parse } from '../../../sync/parse.ts';
import { Refusal } from '../../../sync/tx.ts';
import { useDraft } from '../../ui/draft.tsx';
import { drafts } from './outbox.ts';

export type DocumentDraft = { title: string; category: DocumentCategory | null; is_public: boolean; notes: string };
type Errors = Partial<Record<'file' | 'title' | 'category' | 'notes', string>>;

const EMPTY: DocumentDraft = { title: '', category: null, is_public: true, notes: '' };
export const REQUIRED = 'Please fill in all required fields';
const MISSING: Errors = { file: 'No file selected', title: 'Enter a title', category: 'Choose a category' };
const fieldsInput = z.pick(documentInput, { title: true, category: true, notes: true });

/** The dialog's fields; all but the file are kept as a draft until the document is stored. */
export const useUploadForm = () => {
  const { value, kept, set, discard } = useDraft<DocumentDraft>(drafts.create(), EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const values = { ...EMPTY, ...value };

  const change = (changes: Partial<DocumentDraft>) => {
    const next = { ...values, ...changes };
    if (JSON.stringify(next) === JSON.stringify(EMPTY)) discard();
    else set(next);
    const cleared = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]));
    setErrors((now) => ({ ...now, ...cleared }));
  };
  const chooseFile = (taken: File | null) => {
    const isDefaultTitle = values.title === (file ? titleOf(file.name) : '');
    setFile(taken);
    if (taken && isDefaultTitle) change({ title: titleOf(taken.name) });
    setErrors((now) => ({ ...now, file: undefined }));
  };
  const check = () => {
    const next = errorsOf(values, file);
    setErrors(next);
    return Object.keys(next).length === 0;
  };
  const reset = () => {
    setFile(null);
    setErrors({});
    discard();
  };
  const refuse = (message: string) => setErrors((now) => ({ ...now, file: message }));
  return { values, file, errors, kept, change, chooseFile, refuse, check, reset };
};

export type UploadForm = ReturnType<typeof useUploadForm>;

/** Validates by the server's own rules before anything is sent. */
const errorsOf = (values: DocumentDraft, file: File | null): Errors => {
  const errors: Errors = file ? {} : { file: MISSING.file };
  try {
    parse(fieldsInput, values);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { path, msg } of error.issues ?? []) {
      const name = path as keyof Errors;
      errors[name] = msg === REQUIRED ? MISSING[name] : msg;
    }
  }
  return errors;
};

/** True where a required field is missing, rather than invalid. */
export const isMissing = (errors: Errors): boolean =>
  Object.entries(errors).some(([name, error]) => error !== undefined && error === MISSING[name as keyof Errors]);

const titleOf = (name: string): string => name.slice(0, -extensionOf(name).length - 1).slice(0, 200);
