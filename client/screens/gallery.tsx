import { Download, ImageOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import { useUser } from '../device/session.ts';
import { useOnline } from '../device/store.ts';
import { photoUrl } from '../files/photo-cache.ts';
import { IconButton } from '../ui/button.tsx';
import { useFocusBack } from '../ui/dialog.tsx';
import { formatSize } from '../ui/format.ts';
import { useDownload } from './download.ts';

const Lightbox = lazy(() => import('../ui/lightbox.tsx'));

type Props = {
  feature: UploadFeature;
  photos: readonly StoredFile[];
  /** Beside the download. */
  actions: (photo: StoredFile) => ReactNode;
};

/** Thumbnails that open over the whole screen. A photo that was seen once is shown without a connection too. */
export const Gallery = ({ feature, photos, actions }: Props) => {
  const urls = usePhotoUrls(feature, photos);
  const [opened, setOpened] = useState<string | null>(null);
  useFocusBack(opened !== null);
  const pictures = photos.flatMap(({ key, name }) => {
    const url = urls.get(key);
    return url ? [{ key, name, url }] : [];
  });
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {photos.map((photo) => (
          <Tile
            key={photo.key}
            feature={feature}
            photo={photo}
            url={urls.get(photo.key)}
            onOpen={() => setOpened(photo.key)}
            actions={actions(photo)}
          />
        ))}
      </ul>
      <Suspense>
        {opened !== null && (
          <Lightbox
            pictures={pictures}
            first={pictures.findIndex(({ key }) => key === opened)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
};

/** The URLs by key; null where a photo cannot be loaded. */
const usePhotoUrls = (feature: UploadFeature, photos: readonly StoredFile[]) => {
  const { id } = useUser();
  const online = useOnline();
  const [urls, setUrls] = useState<ReadonlyMap<string, string | null>>(new Map());
  const keys = photos.map(({ key }) => key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again with a connection
  useEffect(() => {
    let current = true;
    for (const key of keys.split(' '))
      photoUrl(id, feature, key).then(
        (url) => current && setUrls((before) => new Map(before).set(key, url)),
        () => current && setUrls((before) => new Map(before).set(key, null)),
      );
    return () => {
      current = false;
    };
  }, [id, feature, keys, online]);
  return urls;
};

type TileProps = {
  feature: UploadFeature;
  photo: StoredFile;
  url: string | null | undefined;
  onOpen: () => void;
  actions: ReactNode;
};

const Tile = ({ feature, photo: { key, name, size }, url, onOpen, actions }: TileProps) => {
  const online = useOnline();
  const { busy, error, download } = useDownload(feature, key);
  return (
    <li className="grid w-38 content-start gap-1">
      <button
        type="button"
        aria-label={`Open photo ${name}`}
        disabled={!url}
        onClick={onOpen}
        className="grid h-28 w-full place-items-center overflow-hidden rounded-md border border-line bg-sunk text-ink-3 transition-colors enabled:cursor-zoom-in enabled:hover:border-edge"
      >
        {url ? (
          <img src={url} alt="" className="size-full object-cover" />
        ) : (
          url === null && (
            <span className="grid justify-items-center gap-1 px-2 text-center text-sm">
              <ImageOff aria-hidden className="size-5" />
              {online ? 'No preview' : 'Loads when you’re back online'}
            </span>
          )
        )}
      </button>
      <span className="line-clamp-2 pt-0.5 text-sm [overflow-wrap:anywhere]">{name}</span>
      <span className="flex items-center text-sm">
        <span className="num flex-1 whitespace-nowrap text-ink-3">{size > 0 && formatSize(size)}</span>
        <IconButton icon={Download} label="Download" disabled={busy} onClick={download} />
        {actions}
      </span>
      {error && (
        <span role="alert" className="text-red text-sm">
          {error}
        </span>
      )}
    </li>
  );
};
