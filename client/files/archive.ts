import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

const BLOB_BYTES = 8 * 1024 * 1024;

/** Writes a zip file by and by. What is written lies in blobs, which the browser may keep on disk. Nothing runs in a
 * worker, because the page's policy refuses one that is made of a blob. */
export class Archive {
  entries = 0;
  size = 0;
  #blobs: Blob[] = [];
  #chunks: Uint8Array[] = [];
  #unfolded = 0;
  #error: Error | null = null;
  readonly #zip = new Zip((error, chunk) => {
    this.#error ??= error;
    if (!error) this.#keep(chunk);
  });

  /** Files are mostly compressed already, so they are stored as they are. */
  add(path: string, bytes: Uint8Array): void {
    const file = new ZipPassThrough(path);
    this.#begin(file);
    file.push(bytes, true);
  }

  /** A text that is written in pieces. Of two at once the later one stays in memory until the earlier one ends. */
  open(path: string): { write(text: string): void; end(): void } {
    const file = new ZipDeflate(path, { level: 6 });
    this.#begin(file);
    return { write: (text) => void file.push(strToU8(text)), end: () => void file.push(new Uint8Array(), true) };
  }

  text(path: string, content: string): void {
    const file = this.open(path);
    file.write(content);
    file.end();
  }

  /** Throws if any of it could not be written. */
  finish(): Blob {
    this.#zip.end();
    if (this.#error) throw this.#error;
    this.#fold();
    return new Blob(this.#blobs, { type: 'application/zip' });
  }

  #begin(file: ZipPassThrough | ZipDeflate): void {
    this.entries += 1;
    this.#zip.add(file);
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.size += chunk.length;
    this.#unfolded += chunk.length;
    if (this.#unfolded > BLOB_BYTES) this.#fold();
  }

  #fold(): void {
    this.#blobs.push(new Blob(this.#chunks as BlobPart[]));
    this.#chunks = [];
    this.#unfolded = 0;
  }
}

/** `record` is `entity/id`. */
export const pathInArchive = (record: string, number: number, name: string): string =>
  `files/${record.replaceAll('/', '-')}/${number}-${name.replaceAll(/[\\/]/g, '_')}`;

/** Undefined where it is missing or storage does not respond. */
export const loadFile = async (url: string): Promise<Uint8Array | undefined> => {
  try {
    const response = await fetch(url);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
};
