import { useEffect, useState } from 'react';

/** Dark on white in both colour schemes, since cameras want it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const [cells, setCells] = useState<boolean[][]>();
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setCells(encode(text, { ecc: 'M', border: 2 }).data),
      () => undefined,
    );
  }, [text]);
  const size = cells?.length ?? 1;
  const path = cells?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      {path && <path d={path} fill="#000" />}
    </svg>
  );
};
