import type { Meeting } from '../../../schema/tables/meetings.ts';
import { lateness } from '../../../sync/meetings/notice/notice.ts';
import { useHoaTime, type Zone } from '../time.ts';
import { readersInWords, useNoticeAnnouncement, WAY_LABELS, whenOf } from './model.ts';
import type { ShownProof, ShownWay } from './shown.ts';

type Props = { meeting: Meeting; proof: ShownProof };

const WAYS: ShownWay[] = ['email', 'mailed', 'handed', 'posted', 'read', 'none', 'unknown'];

/** Every unit once: how, when and by whom it was notified. The counts add up to the roll. */
export const Certificate = ({ meeting, proof }: Props) => {
  const time = useHoaTime();
  const announcement = useNoticeAnnouncement(meeting);
  const late = lateness(meeting, announcement);
  const readers = readersInWords(proof, time);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        {announcement?.sent_at
          ? `Notice of ${meeting.title} on ${time.long(meeting.starts_at)} was sent on ${time.long(announcement.sent_at)}.`
          : `Notice of ${meeting.title} on ${time.long(meeting.starts_at)} has not been sent yet.`}
        {late && ` ${late}`}
      </p>
      {readers && <p className="num">{readers}</p>}
      <ProofTable proof={proof} time={time} />
    </div>
  );
};

const ProofTable = ({ proof: { units, counts }, time }: Pick<Props, 'proof'> & { time: Zone }) => (
  <div className="overflow-x-auto">
    <table className="num w-full border-collapse text-left">
      <caption className="sr-only">How each unit was notified</caption>
      <thead>
        <tr className="border-line border-b">
          {['Unit', 'How', 'When', 'By or to'].map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-3 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {units.map((one) => (
          <tr key={one.unit.id} className="border-line border-b align-top">
            <th scope="row" className="py-1.5 pr-3 font-normal [overflow-wrap:anywhere]">
              {one.unit.label}
            </th>
            <td className="py-1.5 pr-3">{WAY_LABELS[one.way]}</td>
            <td className="py-1.5 pr-3">{whenOf(one, time)}</td>
            <td className="py-1.5 [overflow-wrap:anywhere]">{one.name}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-2 pr-3 text-left">
            {counts.total} total
          </th>
          <td colSpan={3} className="py-2">
            {WAYS.filter((way) => counts[way] > 0)
              .map((way) => `${WAY_LABELS[way]}: ${counts[way]}`)
              .join(' · ')}
          </td>
        </tr>
      </tfoot>
    </table>
  </div>
);
