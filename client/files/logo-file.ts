import { LOGO_HEIGHT, LOGO_LIMIT, LOGO_TOO_LARGE, LOGO_WIDTH } from '../../schema/hoas.ts';
import { FILE_TYPE_MESSAGES } from '../../schema/uploads.ts';
import { Refusal } from '../../sync/tx.ts';

/** A device draws these; an SVG may hold scripts. */
export const LOGO_SOURCES = ['image/png', 'image/jpeg', 'image/webp'];

/** `width` and `height` in pixels. */
export type LogoFile = { file: File; width: number; height: number };

/** The image drawn again, small enough for screens, mails and prints, and without what else its file holds. It becomes PNG, or JPEG
 * where that is too large. Throws Refusal. */
export const prepareLogo = async (chosen: File): Promise<LogoFile> => {
  const bitmap = LOGO_SOURCES.includes(chosen.type)
    ? await createImageBitmap(chosen, { imageOrientation: 'from-image' }).catch(() => null)
    : null;
  if (!bitmap) throw new Refusal('invalid', FILE_TYPE_MESSAGES.branding);
  const scale = Math.min(1, LOGO_WIDTH / bitmap.width, LOGO_HEIGHT / bitmap.height);
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const [png, jpeg] = [await drawn(bitmap, width, height, 'png'), await drawn(bitmap, width, height, 'jpeg')];
  bitmap.close();
  const file = [png, jpeg].find(({ size }) => size <= LOGO_LIMIT);
  if (!file) throw new Refusal('invalid', LOGO_TOO_LARGE);
  return { file, width, height };
};

const drawn = async (bitmap: ImageBitmap, width: number, height: number, type: 'png' | 'jpeg'): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d')!;
  if (type === 'jpeg') {
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, width, height);
  }
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: `image/${type}`, quality: 0.9 });
  return new File([blob], `logo.${type}`, { type: blob.type });
};
