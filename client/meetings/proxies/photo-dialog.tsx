import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PhotoField, useProxyPhoto } from './photo.tsx';

type Props = { proxy: MeetingProxy; open: boolean; onClose: () => void };

/** A photo for a proxy that is recorded already. */
export const PhotoDialog = ({ open, ...props }: Props) => (
  <Dialog open={open} onClose={props.onClose} title="Photo of the Paper">
    <PhotoForm {...props} />
  </Dialog>
);

const PhotoForm = ({ proxy, onClose }: Omit<Props, 'open'>) => {
  const { record, ...photo } = useProxyPhoto();
  const { submit, fail, ...edit } = useSubmit('The photo could not be kept. Please try again.');
  const attach = async () => {
    if (!photo.file) return fail('Please choose a photo.');
    if (await submit(() => record(proxy.id, async () => undefined))) onClose();
  };
  return (
    <SaveForm edit={{ ...edit, save: attach }} submit="Attach Photo" onCancel={onClose}>
      <p className="text-ink-2">
        {proxy.photo
          ? 'It takes the place of the photo before.'
          : `The signed proxy of ${proxy.giver_name} to ${proxy.holder_name}.`}
      </p>
      <PhotoField {...photo} label="Photo" />
    </SaveForm>
  );
};
