import { useEffect, useState } from 'react';

type Image = typeof import('../../ui/qr-image.tsx').QrImage;

/** A blank of its size until its code has loaded. */
export const QrCode = (props: { text: string; label: string }) => {
  const [loaded, setLoaded] = useState<{ Image: Image }>();
  useEffect(() => {
    import('../../ui/qr-image.tsx').then(
      ({ QrImage }) => setLoaded({ Image: QrImage }),
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Image {...props} /> : <span className="block size-44 rounded-md bg-white" />;
};
