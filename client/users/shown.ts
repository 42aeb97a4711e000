import { useRef } from 'react';

/** A value as it was while the dialog was open: what it still shows while it closes. */
export const useShownUntilClosed = <Value>(open: boolean, value: Value): Value => {
  const last = useRef(value);
  if (open) last.current = value;
  return last.current;
};
