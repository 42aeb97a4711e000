import { toast } from './toast.tsx';

const REFUSED = 'Could not copy. Please select the text and copy it.';

/** Puts a text on the clipboard and says so, or that the browser refused. */
export const copyText = (text: string, said: string, refused = REFUSED): Promise<unknown> =>
  navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast(refused),
  );
