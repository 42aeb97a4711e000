import { Link } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate } from '../../ui/format.ts';
import { useHoaTime } from '../time.ts';

/** When, where and who. */
export const DetailsCard = ({ meeting, board }: { meeting: Meeting; board: boolean }) => {
  const time = useHoaTime();
  const people = usePeople();
  const [later] = useRows('meeting').by('adjourned_from', meeting.id);
  const desks = (meeting.desk_ids ?? []).map((id) => people.name(id)).filter(Boolean);
  return (
    <Card title="Details">
      <Facts
        entries={[
          [
            'When',
            <span key="when" className="num">
              {time.long(meeting.starts_at)}
            </span>,
          ],
          ['Ends', meeting.ends_at && <span className="num">{time.short(meeting.ends_at)}</span>],
          ['Where', meeting.place],
          ['Online', meeting.remote_link && <Remote href={meeting.remote_link} />],
          ['Purpose', meeting.purpose],
          ['Chair', board && people.name(meeting.chair_id)],
          ['Secretary', board && people.name(meeting.secretary_id)],
          ['Desk people', board && desks.join(', ')],
          ['Record date', board && meeting.record_date && formatDate(meeting.record_date)],
          ['Executive', board && meeting.executive_only && 'Residents never see this meeting'],
          ['In executive session', meeting.exec_summary],
          ['Continues', board && meeting.adjourned_from && <Earlier id={meeting.adjourned_from} />],
          ['Continued by', board && later && <MeetingLink key="later" meeting={later} />],
        ]}
      />
    </Card>
  );
};

const Remote = ({ href }: { href: string }) =>
  /^https?:/i.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer" className="text-pine-text hover:underline">
      Join online
    </a>
  ) : (
    href
  );

const Earlier = ({ id }: { id: string }) => {
  const earlier = useRows('meeting').get(id);
  return earlier ? <MeetingLink meeting={earlier} /> : 'An earlier meeting';
};

const MeetingLink = ({ meeting: { id, title, starts_at } }: { meeting: Meeting }) => {
  const time = useHoaTime();
  return (
    <Link href={paths.meeting(id)} className="num text-pine-text hover:underline">
      {title}, {time.short(starts_at)}
    </Link>
  );
};
