import { extensionOf, isAllowedFile } from '../../schema/uploads.ts';
import { Refusal } from '../../sync/tx.ts';

/** The longer side of a photo, in pixels. */
const PHOTO_PX = 2048;
const JPEG_QUALITY = 0.86;

const UNREADABLE = 'This browser can’t read this photo, so its location can’t be removed. Please choose a JPG or PNG.';

/** A photo as it may leave the device: at most 2048 px, upright, without the place where it was taken. Formats that the
 * server does not take become JPEG. Other files, and what is no photo whatever its name says, come back as they are.
 * Throws Refusal for a photo that this browser cannot read. */
export const preparePhoto = async (file: File): Promise<File> => {
  if (!isPhoto(file)) return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isAllowed = isAllowedFile(file.name, file.type);
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap) {
    if (!isAllowed || hasMetadata(bytes)) throw new Refusal('invalid', UNREADABLE);
    return file;
  }
  const scale = Math.min(1, PHOTO_PX / Math.max(bitmap.width, bitmap.height));
  if (isAllowed && scale === 1 && !hasMetadata(bytes)) return file;
  return drawn(bitmap, scale, file);
};

/** A GIF may move and carries no place. */
const isPhoto = ({ name, type }: File) =>
  (type.startsWith('image/') || PHOTO_EXTENSIONS.includes(extensionOf(name))) && extensionOf(name) !== 'gif';
const PHOTO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'heic', 'heif', 'webp', 'avif'];

const drawn = async (bitmap: ImageBitmap, scale: number, { name, type }: File): Promise<File> => {
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d')!;
  const isPng = type === 'image/png' || extensionOf(name) === 'png';
  if (!isPng) {
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: isPng ? 'image/png' : 'image/jpeg', quality: JPEG_QUALITY });
  return new File([blob], isPng ? name : withExtension(name), { type: blob.type });
};

const withExtension = (name: string) =>
  ['jpg', 'jpeg'].includes(extensionOf(name)) ? name : `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** Exif, XMP and IPTC of a JPEG, text and Exif of a PNG. */
const hasMetadata = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegHasMetadata(view);
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return pngHasMetadata(view);
  return false;
};

const APP1 = 0xe1;
const APP13 = 0xed;
const START_OF_SCAN = 0xda;

const jpegHasMetadata = (view: DataView): boolean => {
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === APP1 || marker === APP13) return true;
    if (marker === START_OF_SCAN) return false;
  }
  return false;
};

const PNG_METADATA = ['eXIf', 'tEXt', 'iTXt', 'zTXt'];

const pngHasMetadata = (view: DataView): boolean => {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    if (PNG_METADATA.includes(kind)) return true;
  }
  return false;
};
