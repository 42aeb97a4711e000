import { Portal } from '@headlessui/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** Renders popups inside the landmark or dialog of their button, where screen readers look for them. */
export const PopupPortal = ({ of: opener, children }: { of: RefObject<HTMLElement | null>; children: ReactNode }) => {
  const landmark = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    landmark.current = opener.current?.closest<HTMLElement>('[role="dialog"], main, header') ?? document.body;
  }, [opener]);
  return <Portal.Group target={landmark}>{children}</Portal.Group>;
};
