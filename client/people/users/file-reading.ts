import { useRef, useState } from 'react';
import { UNREADABLE, UnreadableFile } from '../../files/decode-text.ts';
import { type BulkFile, readBulkFile } from './bulk-file.ts';

type State =
  | { phase: 'none'; problem?: string }
  | { phase: 'reading'; name: string; progress: number }
  | { phase: 'read'; name: string; content: BulkFile };

/** Reads one file at a time; a later choice supersedes an earlier one. */
export const useFileReading = () => {
  const [state, setState] = useState<State>({ phase: 'none' });
  const latest = useRef(0);
  const readFile = async (file: File) => {
    latest.current += 1;
    const request = latest.current;
    const show = (next: State) => request === latest.current && setState(next);
    const { name } = file;
    show({ phase: 'reading', name, progress: 0 });
    await readBulkFile(file, (progress) => show({ phase: 'reading', name, progress })).then(
      (content) => show({ phase: 'read', name, content }),
      (error) => show({ phase: 'none', problem: error instanceof UnreadableFile ? error.message : UNREADABLE }),
    );
  };
  const reset = (problem?: string) => {
    latest.current += 1;
    setState({ phase: 'none', ...(problem && { problem }) });
  };
  return { state, readFile, reset };
};

export type FileReading = ReturnType<typeof useFileReading>;
