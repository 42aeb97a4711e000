import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from '../device/location.ts';
import { Alert } from '../ui/alert.tsx';

/** How something went. `at` tells two notices of the same words apart. */
type Notice = { tone: 'success' | 'error'; text: string; at: number };

export const SUCCESS_MS = 5000;

/** The notice of a screen or dialog, null before there is one; each replaces the last. */
export const useNotice = () => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const notify = useCallback(
    (text: string, tone: Notice['tone'] = 'success') => setNotice({ tone, text, at: Date.now() }),
    [],
  );
  const dismiss = useCallback(() => setNotice(null), []);
  return { notice, notify, dismiss };
};

type Props = {
  notice: Notice | null;
  onClose: () => void;
  title?: string;
  /** Applies to a success; errors stay until dismissed or replaced. */
  clearAfter_ms?: number;
  children?: ReactNode;
};

/** A notice as an alert, with `children` under its text; nothing where there is none. */
export const NoticeAlert = ({ notice, onClose, title, clearAfter_ms = SUCCESS_MS, children }: Props) =>
  notice && (
    <Alert
      key={notice.at}
      tone={notice.tone}
      onClose={onClose}
      {...(title && { title })}
      {...(notice.tone === 'success' && { clearAfter: clearAfter_ms })}
    >
      {notice.text}
      {children}
    </Alert>
  );

type FlashState = { flash?: string } | null;

/** The options of a navigation after which the next screen's Flash shows this text. */
export const withFlash = (flash: string) => ({ state: { flash } });

/** The success that the last navigation carries, with `children` under it. A reload or the Back button does not repeat
 * it. */
export const Flash = ({ children }: { children?: ReactNode }) => {
  const carried = useHistoryState<FlashState>()?.flash;
  const { notice, notify, dismiss } = useNotice();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (carried === undefined) return;
    notify(carried);
    navigate(`${location.pathname}${location.search}`, { replace: true });
  }, [carried, notify, navigate]);
  return (
    <NoticeAlert notice={notice} onClose={dismiss}>
      {children}
    </NoticeAlert>
  );
};

type RedirectNoticeProps = { href: string; after_ms: number; children: ReactNode };

/** A success that navigates to `href` after `after_ms`, or at once by its link. */
export const RedirectNotice = ({ href, after_ms, children }: RedirectNoticeProps) => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(href), after_ms);
    return () => clearTimeout(timer);
  }, [navigate, href, after_ms]);
  return (
    <Alert
      tone="success"
      actions={
        <Link href={href} className="font-semibold underline">
          Go now
        </Link>
      }
    >
      {children}
    </Alert>
  );
};
