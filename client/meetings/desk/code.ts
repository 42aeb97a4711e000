import { rollId } from '../../../sync/meetings/books.ts';

/** The content of a check-in code: the unit's address, or the director. It proves nothing about the person who shows it. */
type CheckInCode = { hoa_id: string; meeting_id: string; of: string };

const PREFIX = 'PORCHLIGHT';

/** In capitals, which a QR code writes in fewer modules. The ids are GUIDs. */
export const codeText = ({ hoa_id, meeting_id, of }: CheckInCode): string =>
  [PREFIX, hoa_id, meeting_id, of].join(':').replaceAll('-', '').toUpperCase();

type CodeRead = { roll_id: string } | { error: string };

/** The unit of a code at the desk of this meeting, or why it has none. */
export const readCode = (text: string, here: Pick<CheckInCode, 'hoa_id' | 'meeting_id'>): CodeRead => {
  const [prefix, hoa, meeting, of, ...more] = text.trim().split(':');
  if (prefix !== PREFIX || !of || more.length > 0) return { error: 'Not a check-in code.' };
  if (!isSame(hoa, here.hoa_id)) return { error: 'This code belongs to another association.' };
  if (!isSame(meeting, here.meeting_id)) return { error: 'This code belongs to another meeting.' };
  return { roll_id: rollId(here.meeting_id, guidOf(of)) };
};

const isSame = (written: string | undefined, id: string) => written === id.replaceAll('-', '').toUpperCase();

const guidOf = (hex: string): string =>
  hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
