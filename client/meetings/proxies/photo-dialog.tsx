import type { MeetingProxy } from '../../../schema/tables/meetings.ts';
import { messageOf } from '../../device/http.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useProxyPhoto } from './photo.tsx';
import { PhotoField } from './photo-field.tsx';

type Props = { proxy: MeetingProxy; open: boolean; onClose: () => void };

/** A photo for a proxy that is recorded already. */
export const PhotoDialog = ({ open, ...props }: Props) => (
  <Dialog open={open} onClose={props.onClose} title="Photo of the Paper">
    <PhotoForm {...props} />
  </Dialog>
);

const PhotoForm = ({ proxy, onClose }: Omit<Props, 'open'>) => {
  const { record, ...photo } = useProxyPhoto();
  const { submit, busy, failure, fail, dismiss } = useSubmit((error) =>
    messageOf(error, 'The photo could not be kept. Please try again.'),
  );
  const attach = async () => {
    if (!photo.file) return fail('Please choose a photo.');
    if (await submit(() => record(proxy.id, async () => undefined))) onClose();
  };
  return (
    <PlainForm onSubmit={() => void attach()}>
      <p className="text-ink-2">
        {proxy.photo
          ? 'It takes the place of the photo before.'
          : `The signed proxy of ${proxy.giver_name} to ${proxy.holder_name}.`}
      </p>
      <PhotoField {...photo} label="Photo" />
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Attach Photo
        </Button>
      </div>
    </PlainForm>
  );
};
