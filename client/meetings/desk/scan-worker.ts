import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Apart from the page, whose policy allows no WebAssembly: the file of this worker is served with its own. */
addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer | ImageData>) => {
  if (data instanceof ArrayBuffer) {
    await prepareZXingModule({ overrides: { wasmBinary: data }, fireImmediately: true });
    return postMessage(null);
  }
  const found = await readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  postMessage(found[0]?.text ?? null);
});
