import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { templatesOf } from '../../../sync/meetings/agenda/templates.ts';
import { NOT_LEGAL_ADVICE } from '../../../sync/meetings/rules.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { useMinute } from '../model.ts';
import { useSettings } from '../people.ts';
import { useHoaTime } from '../time.ts';
import { type MeetingForm, useNoticeForecast } from './form-model.ts';

type Props = { form: MeetingForm };
const SOON_MS = 48 * 3_600_000;

/** The date by which the notice must go out, as the form stands. */
export const NoticeCard = ({ form }: Props) => {
  const settings = useSettings();
  const time = useHoaTime();
  const now = useMinute();
  const notice = useNoticeForecast(form, settings, time.zone);
  return (
    <Card title="Notice">
      <div aria-live="polite" className="grid gap-1.5">
        {!notice && <p className="text-ink-2">Choose a date to see by when the notice must go out.</p>}
        {notice?.hours === 0 && <p>This type of meeting needs no advance notice.</p>}
        {notice && notice.hours > 0 && (
          <>
            <p className={clsx('num font-medium', toneOf(Date.parse(notice.due) - now))}>
              Notice is due by {time.short(notice.due)}.
            </p>
            <p className="text-ink-2">
              {formatHours(notice.hours)} before the start.
              {Date.parse(notice.due) < now &&
                ' That has passed. A late notice needs a reason, which is recorded in the minutes.'}
            </p>
            {notice.longest && <p className="num text-ink-2">Don’t send it before {time.short(notice.longest)}.</p>}
          </>
        )}
      </div>
      <p className="mt-2.5 text-ink-3 text-sm">
        {NOT_LEGAL_ADVICE}{' '}
        <Link href={paths.meetingRules()} className="text-pine-text underline underline-offset-2">
          Meeting rules
        </Link>
      </p>
    </Card>
  );
};

const toneOf = (left_ms: number): string => (left_ms < 0 ? 'text-red' : left_ms < SOON_MS ? 'text-ochre' : 'text-ink');

/** Hours as people count them: "96 hours (4 days)". */
export const formatHours = (hours: number): string =>
  hours >= 48 && hours % 24 === 0 ? formatPlural(hours / 24, 'day') : formatPlural(hours, 'hour');

/** The items that the chosen template begins with. */
export const TemplatePreview = ({ form }: Props) => {
  const settings = useSettings();
  const id = useWatch({ control: form.control, name: 'template' });
  const template = templatesOf(settings).find((one) => one.id === id);
  const total = template?.items.reduce((sum, { minutes = 0 }) => sum + minutes, 0) ?? 0;
  return (
    <Card title="Agenda">
      {template ? (
        <>
          <ol className="grid list-decimal gap-1 pl-5 marker:text-ink-3">
            {template.items.map(({ title, minutes, executive }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike
              <li key={at} className="[overflow-wrap:anywhere]">
                {title}
                <span className="num text-ink-3 text-sm">
                  {minutes ? ` ${minutes} min` : ''}
                  {executive ? ' · executive' : ''}
                </span>
              </li>
            ))}
          </ol>
          {total > 0 && <p className="num mt-2 text-ink-2">{total} minutes planned</p>}
        </>
      ) : (
        <p className="text-ink-2">The agenda starts empty.</p>
      )}
    </Card>
  );
};
