import JsBarcode from 'jsbarcode';

type BarcodeProps = {
  /** An article number (EAN-13), or any ASCII text (Code 128). */
  value: string;
};

/** The library's encoding: the bars as ones and zeros, in parts. */
type Encoded = { encodings?: { data: string }[] };

/** Width of a bar in pixels; enough for a scanner at arm's length. */
const bar = 1.5;
const height = 36;

/** Encodes a value as bars, ones and zeros; '' when it cannot be encoded. */
export function barsOf(value: string): string {
  const encoded: Encoded = {};
  for (const format of /^\d{13}$/.test(value) ? ['EAN13', 'CODE128'] : ['CODE128']) {
    let valid = false;
    const find = (isValid: boolean) => {
      valid = isValid;
    };
    JsBarcode(encoded, value, { format, flat: true, valid: find });
    if (valid) return (encoded.encodings ?? []).map(({ data }) => data).join('');
  }
  return '';
}

/** A barcode for scanners, beside the value as text; renders nothing for a value that cannot be encoded. */
export function Barcode({ value }: BarcodeProps) {
  const bars = barsOf(value);
  if (bars === '') return null;
  const width = bars.length * bar;
  return (
    <svg
      aria-hidden="true"
      className="max-w-full"
      width={width}
      height={height}
      viewBox={`0 0 ${bars.length} 1`}
      preserveAspectRatio="none"
    >
      {[...bars.matchAll(/1+/g)].map(({ 0: run, index }) => (
        <rect key={index} x={index} y={0} width={run.length} height={1} fill="#000" />
      ))}
    </svg>
  );
}
