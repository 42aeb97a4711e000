import { useEffect, useRef } from 'react';

/** Once the form in a section is closed, the section's first button has the focus again, and is in sight. */
export const useFocusAfter = (editing: boolean) => {
  const section = useRef<HTMLElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (wasEditing.current && !editing) section.current?.querySelector('button')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return section;
};
