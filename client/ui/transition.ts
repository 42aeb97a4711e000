import { flushSync } from 'react-dom';
import type { AroundNavHandler } from 'wouter';

/** Fades between a list and what opens from it, where the browser can and the user has not turned motion off. Going back
 * by the browser's history is not animated, because the browser restores the scroll position then. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  if (!document.startViewTransition || prefersReducedMotion() || !isStep(location.pathname, pathOf(to)))
    return navigate(to, options);
  const { ready } = document.startViewTransition(() => flushSync(() => navigate(to, options)));
  // Rejected where the transition is skipped: the page is hidden, or the next one has begun.
  ready.catch(() => undefined);
};

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const pathOf = (to: string) => new URL(to, location.href).pathname;

const isStep = (from: string, to: string) => {
  const [outer, inner] = from.length < to.length ? [from, to] : [to, from];
  // A thread is the same page as its record.
  return inner.startsWith(`${outer}/`) && inner !== `${outer}/messages`;
};
