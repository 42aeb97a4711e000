import { type ReactNode, useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { LoadMore, SkeletonRows } from '../ui/list.tsx';
import { FOCUSED_ROW, useListKeys } from './list-keys.ts';

type Props<Row> = {
  found: readonly Row[];
  /** How many of them are shown, and what shows more. */
  shown: number;
  showMore: () => void;
  /** Whether this device holds any rows at all. */
  cached: boolean;
  words: { more: string; end: string; failed: string; failedMore?: string };
  /** Where the key C leads; null for those who may not create. */
  create: string | null;
  nothing: ReactNode;
  table: (rows: readonly Row[], footer: ReactNode) => ReactNode;
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const Found = <Row,>({ found, shown, showMore, cached, words, create, nothing, table }: Props<Row>) => {
  const { phase, failed } = useSync();
  const rows = useKeyedRows(create);
  const first = phase === 'first';
  if (found.length === 0) return first ? <Unready failed={failed && !cached && words.failed} /> : nothing;
  const more = found.length > shown;
  const broken = first && failed && !more && words.failedMore;
  const foot = <Foot more={more} loading={first && !more} onMore={showMore} words={words} create={create !== null} />;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      {table(found.slice(0, shown), broken ? <LoadFailed>{broken}</LoadFailed> : foot)}
    </div>
  );
};

const useKeyedRows = (create: string | null) => {
  const rows = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useListKeys(
    rows,
    'c',
    useCallback(() => create && navigate(create), [create, navigate]),
  );
  return rows;
};

const Foot = ({
  words,
  create,
  ...rest
}: {
  more: boolean;
  loading: boolean;
  onMore: () => void;
  words: Props<never>['words'];
  create: boolean;
}) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...rest} label={words.more} end={words.end} />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      {create && (
        <span>
          <Kbd>C</Kbd> create
        </span>
      )}
    </span>
  </div>
);

const Unready = ({ failed }: { failed: string | false }) =>
  failed ? <LoadFailed>{failed}</LoadFailed> : <SkeletonRows />;

/** A red alert in place of rows, with a way to try again. */
export const LoadFailed = ({ children }: { children: string }) => (
  <Alert
    tone="error"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Try Again
      </Button>
    }
  >
    {children}
  </Alert>
);
