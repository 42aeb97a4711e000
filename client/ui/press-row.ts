import type { MouseEvent } from 'react';

/** They do something of their own when they are pressed. */
const CONTROLS = 'a, button, input, label, select, textarea, summary, [role="button"], [contenteditable="true"]';

/** Opens the row that is pressed, as its own link or button does: with Ctrl, Cmd or the middle button in another tab.
 * Whoever selects text opens nothing. */
export const pressRow = (event: MouseEvent<HTMLElement>): void => {
  const { target, button, ctrlKey, metaKey, shiftKey } = event;
  const isSelecting = getSelection()?.isCollapsed === false;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(CONTROLS) || isSelecting) return;
  const row = target.closest('tr')?.querySelector<HTMLElement>('[data-row]');
  if (!row) return;
  if (row instanceof HTMLAnchorElement && (button === 1 || ctrlKey || metaKey || shiftKey))
    open(row.href, '_blank', 'noopener');
  else if (button === 0) row.click();
};
