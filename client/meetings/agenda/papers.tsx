import { FileText, Package } from 'lucide-react';
import { useState } from 'react';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { useDownload } from '../../community/documents/model.ts';
import { messageOf } from '../../device/http.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';

/** The title of a document that residents may read. */
export const usePaperTitle = () => {
  const documents = useRows('document');
  return (id: string) => {
    const document = documents.get(id);
    return document?.is_public ? document.title : undefined;
  };
};

/** The papers of an agenda item that this device has, each a button that downloads it; nothing without any. */
export const Papers = ({ item }: { item: Pick<AgendaItem, 'title' | 'papers'> }) => {
  const documents = useRows('document');
  const { download, busy } = useDownload(
    (_, error) => error && void toast(`${error.message}. ${error.reason}`, 'error'),
  );
  const shown = (item.papers ?? []).flatMap(({ document_id }) => documents.get(document_id) ?? []);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={`Papers for ${item.title}`} className="flex flex-wrap gap-x-3 gap-y-1">
      {shown.map((document) => (
        <li key={document.id} className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            disabled={busy === document.id}
            onClick={() => void download(document)}
            className="inline-flex min-h-6 min-w-0 items-center gap-1 text-left text-pine-text text-sm underline underline-offset-2 touch:min-h-11"
          >
            <FileText aria-hidden className="size-3.5 shrink-0" />
            <span className="[overflow-wrap:anywhere]">{document.title}</span>
          </button>
          {!document.is_public && <Tag>Board only</Tag>}
        </li>
      ))}
    </ul>
  );
};

/** One download with the agenda and all papers that the viewer may read. */
export const PacketButton = ({ meeting, items }: { meeting: Meeting; items: readonly AgendaItem[] }) => {
  const online = useOnline();
  const documents = useRows('document');
  const hoa = useRows('hoa').all[0];
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (!online) return void toast('You are offline. You can download it when you are back online.', 'error');
    setBusy(true);
    try {
      const { downloadPacket } = await import('./packet.ts');
      const of = { name: hoa?.name ?? '', time_zone: hoa?.time_zone ?? 'America/Chicago' };
      const missing = await downloadPacket(meeting, items, documents, of);
      if (missing > 0) void toast(`${formatPlural(missing, 'paper')} could not be loaded. Please try again.`, 'error');
    } catch (error) {
      void toast(messageOf(error, 'The packet could not be created. Please try again.'), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={Package} busy={busy} onClick={() => void press()}>
      Download Packet
    </Button>
  );
};
