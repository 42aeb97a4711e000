import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { DIRECTIONS_ARE_READ, directedItems } from '../../../sync/meetings/proxies/proxy-rules.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { byPosition } from '../model.ts';
import { useHoaTime } from '../time.ts';
import { Boxes, Line, ownersOf, Sheet } from './parts.tsx';

/** A form for each of `units`, or one without a unit. */
export const ProxyForms = ({ books, units }: { books: MeetingBooks; units: readonly RollUnit[] }) =>
  units.length === 0 ? (
    <ProxyForm books={books} unit={null} />
  ) : (
    units.map((unit) => <ProxyForm key={unit.id} books={books} unit={unit} />)
  );

const ProxyForm = ({ books: { meeting, items }, unit }: { books: MeetingBooks; unit: RollUnit | null }) => {
  const time = useHoaTime();
  return (
    <Sheet meeting={meeting} title="Proxy Form">
      <p>For the meeting named above, and its adjournments.</p>
      <Line label="Unit" value={unit?.label} />
      <Line label="Owner giving this proxy" value={unit ? ownersOf(unit) : undefined} />
      <Line
        label="I appoint"
        hint={
          meeting.proxy_officers.length > 0 ? `A person, or one of: ${meeting.proxy_officers.join(', ')}` : undefined
        }
      />
      <section className="break-inside-avoid">
        <h3 className="pb-1 font-semibold">This proxy is</h3>
        <Boxes
          labels={[
            'general: the holder votes as they see fit',
            'directed: the holder votes as marked below',
            'for quorum only: it counts as present and does not vote',
          ]}
        />
      </section>
      <Directions items={items} />
      <section className="grid grid-cols-2 gap-8 pt-4">
        <Line label="Signature of the owner" />
        <Line label="Date" />
      </section>
      <p className="text-sm">
        You may revoke this proxy at any time: in the app, in writing to the board, or by voting in person. Bring this
        form to the check-in desk, or give it to the board before {time.long(meeting.starts_at)}.
      </p>
    </Sheet>
  );
};

const Directions = ({ items }: Pick<MeetingBooks, 'items'>) => {
  const directed = directedItems(items).toSorted(byPosition);
  const proposed = directed.filter(({ proposal }) => proposal);
  const votes = proposed.length > 0 ? proposed : directed;
  return (
    votes.length > 0 && (
      <section>
        <h3 className="pb-1 font-semibold">Directions</h3>
        <p className="pb-1">{DIRECTIONS_ARE_READ}</p>
        <ul>
          {votes.map(({ id, title, proposal }) => (
            <li key={id} className="break-inside-avoid border-line border-t py-1.5">
              <b className="font-semibold">{title}</b>
              {proposal && <RichText html={proposal} />}
              <Boxes isInline labels={['For', 'Against', 'Abstain']} />
            </li>
          ))}
        </ul>
      </section>
    )
  );
};
