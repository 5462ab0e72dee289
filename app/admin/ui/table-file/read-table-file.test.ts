import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readTableFile, UnreadableTable } from './read-table-file.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  Uint8Array.from(Buffer.from(text, encoding)).buffer;
const rowsOf = async (text: string) => (await readTableFile(bytes(text))).rows;

/** Builds a workbook from sheets of rows; each cell is raw XML. */
function workbook(...sheets: string[][][]): ArrayBuffer {
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets
      .map((_, at) => `<sheet name="S${at + 1}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
  };
  for (const [at, rows] of sheets.entries()) {
    const cell = (text: string, row: number, column: number) => {
      const name = `${String.fromCharCode(65 + column)}${row + 1}`;
      return /^[\d.E+-]+$/.test(text)
        ? `<c r="${name}"><v>${text}</v></c>`
        : `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
    };
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}">${cells.map((text, at) => cell(text, row, at)).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`;
  }
  const zipped = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
  return Uint8Array.from(zipped).buffer;
}

it('the separator is the one that splits most rows alike, whatever is above the headings or in the cells', async () => {
  expect(await rowsOf('AWB;COD;Fees\n8000001;1.250,00;35,00\n')).toContainEqual([
    '8000001',
    '1.250,00',
    '35,00',
  ]);
  expect(await rowsOf('Bosta, from 1 March, 2026\nAWB;COD\n1;220,50\n2;410,00\n')).toContainEqual([
    '1',
    '220,50',
  ]);
  expect(await rowsOf('AWB\tCOD\n1\t"a, b, c"\n')).toContainEqual(['1', 'a, b, c']);
  expect(await rowsOf('sep=;\r\nAWB;COD\r\n1;a,b,c\r\n')).toEqual([['AWB', 'COD'], ['1', 'a,b,c'], ['']]);
});

it('text is decoded as UTF-8, UTF-16 or an Arabic or Western Windows encoding, or as the user chose', async () => {
  const utf16 = await readTableFile(bytes('\ufeffالرقم,كوب\n', 'utf16le'));
  expect(utf16).toMatchObject({ encoding: 'utf-16le', rows: [['الرقم', 'كوب'], ['']] });
  const arabic = bytes('\xd1\xde\xe3,\xdf\xe6\xc8\n', 'latin1');
  expect(await readTableFile(arabic)).toMatchObject({
    encoding: 'windows-1256',
    rows: [['رقم', 'كوب'], ['']],
  });
  expect((await readTableFile(bytes('Gr\xf6\xdfe,caf\xe9\n', 'latin1'))).rows[0]).toEqual(['Größe', 'café']);
  expect((await readTableFile(arabic, 'windows-1252')).encoding).toBe('windows-1252');
});

it('markers that keep a number as text are removed; other apostrophes and formulas stay', async () => {
  expect(await rowsOf(`"=""8000001""",'01001234567,'+201001234567,'90s tee,'-,=A1\n`)).toContainEqual([
    '8000001',
    '01001234567',
    '+201001234567',
    "'90s tee",
    "'-",
    '=A1',
  ]);
});

it('an Excel workbook reads like a text file: full numbers, from the sheet with the most rows', async () => {
  const { rows, encoding } = await readTableFile(
    workbook(
      [['Bosta']],
      [
        ['AWB', 'COD', 'Fees'],
        ['8000001', '219.99999999999997', '1.234'],
        ['6220000000017', '8.5E2', '="0100"'],
        ['1234567890123456', '0', 'x'],
      ],
    ),
  );
  expect(encoding).toBeNull();
  expect(rows).toEqual([
    ['AWB', 'COD', 'Fees'],
    ['8000001', '219.99999999999997', '1.2340'],
    ['6220000000017', '850', '0100'],
    ['1.234567890123456E+15', '0', 'x'],
  ]);
});

it.each([
  ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1]).buffer, 'oldExcel'],
  ['a web page named as one', bytes('<html><table><tr><td>1</td></tr></table></html>'), 'webPage'],
  ['a zip of something else', Uint8Array.from(zipSync({ 'a.txt': strToU8('a') })).buffer, 'brokenExcel'],
  ['an open quote', bytes('name,price\n"Mug,1\n'), 'csvQuote'],
])('%s is rejected with its reason', async (_, content, problem) => {
  await expect(readTableFile(content)).rejects.toThrow(
    new UnreadableTable(problem as UnreadableTable['problem']),
  );
});
