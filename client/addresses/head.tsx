import { Download, Plus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';

export const Header = ({ onAdd, onExport }: { onAdd: () => void; onExport: () => void }) => (
  <PageHeader
    title="Address Directory"
    subtitle="Manage community addresses and residents"
    actions={
      <>
        <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
          Export CSV
        </Button>
        <Button look="go" icon={Plus} onClick={onAdd}>
          Add Address
        </Button>
      </>
    }
  />
);
