import type { Meeting } from '../../../schema/tables/meetings.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Certificate } from './certificate.tsx';
import type { ShownProof } from './shown.ts';

type Props = { meeting: Meeting; proof: ShownProof; open: boolean; onClose: () => void };

export const CertificateDialog = ({ meeting, proof, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Certificate of Notice">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Certificate meeting={meeting} proof={proof} />
      <div className="flex justify-end">
        <LinkButton href={paths.meetingPrint(meeting.id, 'notice')}>Print</LinkButton>
      </div>
    </div>
  </Dialog>
);
