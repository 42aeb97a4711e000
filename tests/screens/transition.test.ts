import { afterEach, expect, test, vi } from 'vitest';
import { aroundNavigation } from '../../client/ui/transition.ts';

afterEach(() => void vi.unstubAllGlobals());

const goes = (from: string, to: string, reduced = false): 'fades' | 'jumps' => {
  let faded = false;
  const startViewTransition = (update: () => void) => {
    faded = true;
    update();
    return { ready: Promise.resolve() };
  };
  vi.stubGlobal('document', { startViewTransition });
  vi.stubGlobal('location', { pathname: from, href: `http://localhost${from}` });
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
  const navigate = vi.fn();
  aroundNavigation(navigate, to, {});
  expect(navigate).toHaveBeenCalledExactlyOnceWith(to, {});
  return faded ? 'fades' : 'jumps';
};

test('[14.9] a record fades in from its list and out to it, no other way, and never where motion is not wanted', () => {
  expect(goes('/requests', '/requests/1')).toBe('fades');
  expect(goes('/requests/1', '/requests?status=open')).toBe('fades');
  expect(goes('/requests/1', '/requests/1/messages')).toBe('jumps');
  expect(goes('/requests', '/documents')).toBe('jumps');
  expect(goes('/requests', '/requests/1', true)).toBe('jumps');
});
