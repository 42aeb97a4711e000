import { clsx } from 'clsx';
import { ChevronDown, SendHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

type SendButtonsProps = { disabled: boolean; onSend: () => void; onAsk: (() => void) | null };

/** Sends, or asks first for a status to set with the message. */
export const SendButtons = ({ disabled, onSend, onAsk }: SendButtonsProps) => (
  <span className="flex md:order-3">
    <SendButton disabled={disabled} onSend={onSend} isFirst={onAsk !== null} />
    {onAsk && (
      <Button
        variant="primary"
        disabled={disabled}
        aria-haspopup="dialog"
        title="Send and set the status"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onAsk}
        className="rounded-l-none border-l-pine-ink/30 px-2 max-md:px-2.5"
      >
        <ChevronDown aria-hidden className="size-4" />
        <span className="sr-only">Send and Set to…</span>
      </Button>
    )}
  </span>
);

const SendButton = ({ disabled, onSend, isFirst }: { disabled: boolean; onSend: () => void; isFirst: boolean }) => (
  <Button
    variant="primary"
    disabled={disabled}
    // The editor keeps the focus: without it its toolbar folds away, and the button moves from under the finger.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onSend}
    className={clsx('max-md:px-3.5', isFirst && 'rounded-r-none')}
  >
    <SendHorizontal aria-hidden className="size-4 md:hidden" />
    <span className="max-md:sr-only">Send Message</span>
  </Button>
);
