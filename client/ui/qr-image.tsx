import { clsx } from 'clsx';
import { useMemo } from 'react';
import { encode } from 'uqr';

type Props = { text: string; label: string; className?: string | undefined };

/** A QR code, dark on white in both colour schemes, since cameras want it so; 11rem wide unless `className` says otherwise. */
export const QrImage = ({ text, label, className = 'size-44' }: Props) => {
  const { size, path } = useMemo(() => squaresOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx('rounded-md', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};

const squaresOf = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
};
