import { Link } from 'wouter';
import type { Activity } from '../../../schema/tables/activity.ts';
import { listInWords } from '../../../sync/words.ts';
import { useRows } from '../../device/store.ts';
import type { RecordHrefs } from '../../outbox-label.ts';
import { type People, usePeople } from '../../screens/people.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { useActivityWords } from './model.ts';
import { fieldLabel, sentenceOf, valueText } from './sentence.ts';

type Props = { activity: Activity; people: People; linked?: boolean };

/** An activity as a sentence; its record is a link unless `linked` is false. */
export const ActivityText = ({ activity, people, linked = true }: Props) => {
  const { verbs, hrefs } = useActivityWords();
  const { who, said, title: stored } = sentenceOf(activity, people, verbs);
  const title = useAccountTitle(activity, people) ?? stored;
  const href = linked && hrefOf(activity, hrefs);
  return (
    <span className="[overflow-wrap:anywhere]">
      <b className="font-[560] text-ink">{who}</b> {said}{' '}
      {title && (href ? <Link href={href}>“{title}”</Link> : <>“{title}”</>)}
    </span>
  );
};

/** Null where there is nothing to open. */
const hrefOf = ({ entity, entity_id, action }: Activity, hrefs: RecordHrefs): string | null =>
  entity_id && !action.startsWith('delete') ? (hrefs[entity]?.(entity_id) ?? null) : null;

/** An account has no name of its own. */
const useAccountTitle = ({ entity, entity_id }: Activity, people: People): string | undefined => {
  const accounts = useRows('account');
  const account = entity === 'account' ? accounts.get(entity_id) : undefined;
  return account && (people.address(account) || listInWords(account.holder_ids.map((id) => people.name(id))));
};

/** The changed fields, and the device they were changed from. */
export const ActivityDetails = ({ activity }: { activity: Activity }) => {
  const people = usePeople();
  const { device, sign_in, actor_role, changes, seq } = activity;
  const entries = Object.entries(changes);
  return (
    <div className="grid gap-2 rounded-md bg-sunk px-3 py-2.5 text-sm">
      {entries.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[max-content_minmax(0,1fr)]">
          {entries.map(([field, values]) => (
            <div key={field} className="contents">
              <dt className="text-ink-3">{fieldLabel(field)}</dt>
              <dd className="text-ink-2 [overflow-wrap:anywhere] max-md:mb-1">
                {values ? <Values field={field} values={values} people={people} /> : 'changed; too long to show here'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-ink-3">
        No. <span className="num">{seq}</span>
        {actor_role && <> · as {actor_role}</>}
        {device && <> · {device}</>}
        {sign_in && <> · sign-in {sign_in.slice(-6)}</>}
      </p>
    </div>
  );
};

type ValuesProps = { field: string; values: NonNullable<Activity['changes'][string]>; people: People };

const Values = ({ field, values: [old, now], people }: ValuesProps) => (
  <>
    {old !== null && (
      <>
        <del className="text-ink-3">{valueText(field, old, people)}</del> →{' '}
      </>
    )}
    {now === null ? <span className="text-ink-3">nothing</span> : valueText(field, now, people)}
  </>
);

export const ActivityTime = ({ at }: Pick<Activity, 'at'>) => (
  <time dateTime={at} className="num whitespace-nowrap text-ink-3 text-sm">
    {formatDateTime(at)}
  </time>
);
