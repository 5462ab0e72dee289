import type { BarcodeDetector as Reader } from 'barcode-detector/ponyfill';

declare global {
  interface Window {
    /** In Chromium on Android, ChromeOS and macOS. */
    BarcodeDetector?: typeof Reader;
  }
}

/** Codes of articles, of our own sheets, and of carriers' labels. */
const formats = [
  ...(['code_128', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_39', 'itf', 'qr_code', 'data_matrix'] as const),
];

/** Returns the browser's reader of barcodes, or one in WebAssembly if it has none or does not know our sheets' codes. */
export async function createReader(): Promise<Reader> {
  const Own = window.BarcodeDetector;
  const supported = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  const known = formats.filter((format) => supported.includes(format));
  if (Own && known.includes('code_128')) return new Own({ formats: known });
  const [{ BarcodeDetector, prepareZXingModule }, { default: reader }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // By default it would be loaded from another host.
  prepareZXingModule({ overrides: { locateFile: () => reader } });
  return new BarcodeDetector({ formats });
}
