import { useRef, useState } from 'react';
import { BulkFileError, UNREADABLE } from './bulk-decode.ts';
import { type BulkFile, readBulkFile } from './bulk-file.ts';

type State =
  | { phase: 'none'; problem?: string }
  /** `share` from 0 to 1. */
  | { phase: 'reading'; name: string; share: number }
  | { phase: 'read'; name: string; content: BulkFile };

/** Reads one chosen file at a time; a later choice overtakes an earlier one. */
export const useReading = () => {
  const [state, setState] = useState<State>({ phase: 'none' });
  const latest = useRef(0);
  const take = async (file: File) => {
    latest.current += 1;
    const turn = latest.current;
    const show = (next: State) => turn === latest.current && setState(next);
    const { name } = file;
    show({ phase: 'reading', name, share: 0 });
    await readBulkFile(file, (share) => show({ phase: 'reading', name, share })).then(
      (content) => show({ phase: 'read', name, content }),
      (error) => show({ phase: 'none', problem: error instanceof BulkFileError ? error.message : UNREADABLE }),
    );
  };
  const drop = (problem?: string) => {
    latest.current += 1;
    setState({ phase: 'none', ...(problem && { problem }) });
  };
  return { state, take, drop };
};

export type Reading = ReturnType<typeof useReading>;
