import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { fileName, packetOf } from '../../../sync/meetings/packet.ts';
import { api } from '../../device/api.ts';
import { Archive, loadFile } from '../../files/archive.ts';
import { download } from '../../files/csv.ts';
import { sanitize } from '../../ui/rich-text.tsx';

type Documents = Parameters<typeof packetOf>[2];

/** Saves the agenda and its papers as one archive. Resolves with how many papers could not be loaded; the archive has none of
 * them. */
export const downloadPacket = async (
  meeting: Meeting,
  items: readonly AgendaItem[],
  documents: Documents,
  hoa: { name: string; time_zone: string },
): Promise<number> => {
  const clean = items.map((item) => ({
    ...item,
    description: sanitize(item.description ?? ''),
    proposal: sanitize(item.proposal ?? ''),
  }));
  const { html, papers } = packetOf(meeting, clean, documents, hoa);
  const archive = new Archive();
  archive.text('Agenda.html', html);
  let missing = 0;
  for (const { document_id, path } of papers) {
    const bytes = await load(document_id);
    if (bytes) archive.add(path, bytes);
    else missing += 1;
  }
  download(`${fileName(meeting.title)}.zip`, archive.finish(), 'application/zip');
  return missing;
};

const load = async (id: string): Promise<Uint8Array | undefined> => {
  const { downloadUrl } = await api<{ downloadUrl: string }>(`/api/documents/${id}/download`, { method: 'POST' });
  return loadFile(downloadUrl);
};
