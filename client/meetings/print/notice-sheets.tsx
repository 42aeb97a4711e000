import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import type { NoticeUnit } from '../../../sync/meetings/notice/notice.ts';
import { noticeText } from '../../../sync/meetings/notice/notice-text.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { usePaperTitle } from '../agenda/papers.tsx';
import { codeText } from '../desk/code.ts';
import { Certificate } from '../notice/certificate.tsx';
import { useNoticeProof } from '../notice/model.ts';
import { Line, Sheet } from './parts.tsx';

/** The notice for each of `units`, or one without a unit, which is posted. */
export const NoticeSheets = ({ books, units }: { books: MeetingBooks; units: readonly NoticeUnit[] }) =>
  units.length === 0 ? (
    <NoticeSheet books={books} unit={null} />
  ) : (
    units.map((unit) => <NoticeSheet key={unit.id} books={books} unit={unit} />)
  );

const NoticeSheet = ({ books: { meeting, items }, unit }: { books: MeetingBooks; unit: NoticeUnit | null }) => {
  const hoa = useRows('hoa').all[0];
  const { message } = noticeText(
    meeting,
    items,
    { name: hoa?.name ?? '', time_zone: hoa?.time_zone ?? 'UTC' },
    usePaperTitle(),
  );
  return (
    <Sheet meeting={meeting} title="Notice of Meeting">
      {unit && (
        <address className="not-italic">
          {unit.owners.join(', ')}
          <br />
          {unit.label}
        </address>
      )}
      <RichText html={message} />
      {unit && <CheckInCode meeting_id={meeting.id} unit={unit} />}
    </Sheet>
  );
};

const CheckInCode = ({ meeting_id, unit }: { meeting_id: string; unit: NoticeUnit }) => {
  const { hoa_id } = useUser();
  return (
    <div className="flex break-inside-avoid items-center gap-4 pt-2">
      <QrImage
        text={codeText({ hoa_id: hoa_id ?? '', meeting_id, of: unit.id })}
        label={`Check-in code of ${unit.label}`}
        className="size-[26mm]"
      />
      <p>Bring this code to the check-in desk. It finds your unit.</p>
    </div>
  );
};

/** How and when each unit was notified, with a line to sign. */
export const CertificateSheet = ({ books: { meeting } }: { books: MeetingBooks }) => {
  const proof = useNoticeProof(meeting);
  return (
    <Sheet meeting={meeting} title="Certificate of Notice">
      {proof && <Certificate meeting={meeting} proof={proof} />}
      <section className="grid grid-cols-2 gap-8 pt-4">
        <Line label="Secretary" />
        <Line label="Date" />
      </section>
    </Sheet>
  );
};
