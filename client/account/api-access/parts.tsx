import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** A secret that is shown once. */
export const OnlyOnce = ({ label, secret, onDone }: { label: string; secret: string; onDone: () => void }) => (
  <div className="grid gap-4">
    <p className="text-ink-2">You won’t be able to see it again. Save it where you keep your passwords.</p>
    <code
      role="note"
      aria-label={label}
      className="select-all rounded-md bg-sunk px-4 py-3 text-sm [overflow-wrap:anywhere]"
    >
      {secret}
    </code>
    <div className="flex justify-end gap-2 max-md:flex-col-reverse">
      <Button icon={Copy} onClick={() => void copyText(secret, `The ${label} is copied`)}>
        Copy
      </Button>
      <Button variant="primary" onClick={onDone}>
        I’ve Saved It
      </Button>
    </div>
  </div>
);
