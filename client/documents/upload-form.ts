import { useState } from 'react';
import { type DocumentCategory, documentInput } from '../../schema/documents.ts';
import { extensionOf } from '../../schema/uploads.ts';
import { parse, Refusal } from '../../sync/tx.ts';
import { drafts } from '../paths.ts';
import { useDraft } from '../ui/draft.tsx';

export type DocumentDraft = { title: string; category: DocumentCategory | null; is_public: boolean; notes: string };
export type Faults = Partial<Record<'file' | 'title' | 'category' | 'notes', string>>;

const EMPTY: DocumentDraft = { title: '', category: null, is_public: true, notes: '' };
export const REQUIRED = 'Please fill in all required fields';
const MISSING: Faults = { file: 'No file selected', title: 'Enter a title', category: 'Choose a category' };
const described = documentInput.pick({ title: true, category: true, notes: true });

/** The dialog's fields, kept on this device until the document is stored; only the file cannot be. */
export const useUploadForm = () => {
  const { value, kept, set, discard } = useDraft<DocumentDraft>(drafts.document(), EMPTY);
  const [file, setFile] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const values = { ...EMPTY, ...value };

  const change = (changes: Partial<DocumentDraft>) => {
    const next = { ...values, ...changes };
    if (JSON.stringify(next) === JSON.stringify(EMPTY)) discard();
    else set(next);
    const cleared = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]));
    setFaults((now) => ({ ...now, ...cleared }));
  };
  const take = (taken: File | null) => {
    const named = values.title === (file ? stemOf(file.name) : '');
    setFile(taken);
    if (taken && named) change({ title: stemOf(taken.name) });
    setFaults((now) => ({ ...now, file: undefined }));
  };
  const check = () => {
    const found = faultsOf(values, file);
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  const reset = () => {
    setFile(null);
    setFaults({});
    discard();
  };
  const refuse = (fault: string) => setFaults((now) => ({ ...now, file: fault }));
  return { values, file, faults, kept, change, take, refuse, check, reset };
};

export type UploadForm = ReturnType<typeof useUploadForm>;

/** The server's own rules, asked before anything is sent. */
const faultsOf = (values: DocumentDraft, file: File | null): Faults => {
  const faults: Faults = file ? {} : { file: MISSING.file };
  try {
    parse(described, values);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const { path, msg } of error.issues ?? []) {
      const name = path as keyof Faults;
      faults[name] = msg === REQUIRED ? MISSING[name] : msg;
    }
  }
  return faults;
};

/** Whether something required is missing, rather than wrong. */
export const isMissing = (faults: Faults): boolean =>
  Object.entries(faults).some(([name, fault]) => fault !== undefined && fault === MISSING[name as keyof Faults]);

/** A file's name without its extension. */
const stemOf = (name: string): string => name.slice(0, -extensionOf(name).length - 1).slice(0, 200);
