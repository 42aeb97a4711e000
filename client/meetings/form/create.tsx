import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { useLocation } from 'wouter';
import { addDays, dayIn } from '../../../schema/dates.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useSearchParams } from '../../device/location.ts';
import { save, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { OfflineAlert } from '../../screens/waiting.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { LOADER } from '../model.ts';
import { drafts } from '../outbox.ts';
import { useZone } from '../time.ts';
import { TemplateField } from './form.tsx';
import { argsOf, continuedFrom, EMPTY_MEETING, type MeetingValues } from './form-model.ts';
import { MeetingFormScreen } from './form-screen.tsx';
import { TemplatePreview } from './form-side.tsx';

/** /meetings/create; `?from=` names the meeting that the new one continues. */
const MeetingCreate = () => {
  const from = useSearchParams().get('from');
  const meetings = useRows('meeting');
  const earlier = from ? meetings.get(from) : undefined;
  return <Create key={earlier?.id ?? ''} earlier={earlier} />;
};

export default MeetingCreate;

const Create = ({ earlier }: { earlier: Meeting | undefined }) => {
  const zone = useZone();
  const saving = useCreation(earlier, zone);
  const title = earlier ? 'Adjourn to a New Meeting' : 'Schedule Meeting';
  return (
    <>
      <Breadcrumb
        entries={[
          LOADER.list,
          ...(earlier ? [{ label: earlier.title, href: paths.meeting(earlier.id) }] : []),
          { label: title },
        ]}
      />
      <PageHeader title={title} subtitle="Send the notice from the meeting’s page once the agenda is final." />
      <OfflineAlert />
      {earlier && <Continued earlier={earlier} zone={zone} />}
      <MeetingFormScreen
        draftKey={earlier ? drafts.continued(earlier.id) : drafts.create()}
        values={earlier ? continuedFrom(earlier, zone) : EMPTY_MEETING}
        zone={zone}
        isKindFixed={earlier !== undefined}
        templates={earlier ? undefined : (form) => <TemplateField form={form} />}
        side={earlier ? undefined : (form) => <TemplatePreview form={form} />}
        submit="Schedule Meeting"
        asDraft={!earlier}
        cancelHref={earlier ? paths.meeting(earlier.id) : paths.meetings()}
        fallback="The meeting could not be saved. Please try again."
        {...saving}
      />
    </>
  );
};

const useCreation = (earlier: Meeting | undefined, zone: string) => {
  const [id] = useState(() => uuidv7());
  const [, navigate] = useLocation();
  return {
    onSave: (values: MeetingValues, isDraft: boolean) =>
      save('createMeeting', {
        id,
        ...argsOf(values, zone),
        status: isDraft ? 'draft' : 'scheduled',
        ...(earlier ? { adjourned_from: earlier.id } : { template: values.template || null }),
      }),
    onSaved: (isDraft: boolean) =>
      navigate(paths.meeting(id), withFlash(isDraft ? 'Draft saved' : 'Meeting scheduled successfully')),
  };
};

const Continued = ({ earlier, zone }: { earlier: Meeting; zone: string }) => {
  const rule = earlier.rules?.adjourned_quorum;
  const first = dayIn(zone, new Date(earlier.starts_at));
  return (
    <Card>
      <p className="num">
        The new meeting copies the agenda of {earlier.title}, its roll and any proxies still valid.
        {rule && ` Its quorum is ${rule.percent}% if it is held on ${formatDate(addDays(first, rule.days))} or later.`}
      </p>
    </Card>
  );
};
