const ATTRIBUTE = 'data-print-alone';

/** Prints one part of the screen, and nothing beside it. The mark that does it is gone when the paper is made. */
export const printAlone = (part: HTMLElement | null): void => {
  if (!part) return;
  for (const other of document.querySelectorAll(`[${ATTRIBUTE}]`)) other.removeAttribute(ATTRIBUTE);
  part.setAttribute(ATTRIBUTE, '');
  addEventListener('afterprint', () => part.removeAttribute(ATTRIBUTE), { once: true });
  print();
};
