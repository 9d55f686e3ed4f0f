import { describe, expect, it } from 'vitest';
import { type CsvOptions, createCsvParser, parseCsv } from './csv.ts';
import { delimiterOf } from './header.ts';

interface Seen {
  records: { fields: string[]; line: number }[];
  rejects: { line: number; reason: string; raw: string }[];
}

function read(text: string, chunk = text.length || 1, options: Partial<CsvOptions> = {}): Seen {
  const seen: Seen = { records: [], rejects: [] };
  const parser = createCsvParser({
    ...options,
    onRecord: (fields, line) => seen.records.push({ fields, line }),
    onReject: (line, reason, raw) => seen.rejects.push({ line, reason, raw }),
  });
  for (let at = 0; at < text.length; at += chunk) parser.write(text.slice(at, at + chunk));
  parser.end();
  return seen;
}

const fieldsOf = (text: string) => read(text).records.map((r) => r.fields);

describe('the CSV parser', () => {
  it.each([
    [
      'plain fields',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a last record without a line end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF line ends',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CR line ends',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['empty fields at both ends', ',b,\n', [['', 'b', '']]],
    ['an empty quoted field', '"",x\n', [['', 'x']]],
    ['a comma inside quotes', '"a,b",c\n', [['a,b', 'c']]],
    ['doubled quotes', '"say ""yes""",""""\n', [['say "yes"', '"']]],
    ['line breaks inside quotes', '"a\nb\r\nc",d\n', [['a\nb\r\nc', 'd']]],
    ['quotes inside an unquoted field', 'ab"c"d,e\n', [['ab"c"d', 'e']]],
    ['spaces after a closing quote', '"a" ,"b" \n', [['a', 'b']]],
    ['blank lines', '\n\na\n\r\n\nb\n', [['a'], ['b']]],
    ['letters beyond ASCII', 'café,naïve £\n', [['café', 'naïve £']]],
    ['nothing at all', '', []],
  ])('reads %s', (_name, text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it('reads other delimiters', () => {
    expect(parseCsv('a|"b|c"|d\n', '|')).toEqual([['a', 'b|c', 'd']]);
  });

  it.each([
    ['the one in the header', 'a;b\n1,2,3\n', ';'],
    ['a name with a comma', 'uprn;floor area, m2;rate\n', ';'],
    ['a name in quotation marks', '\n"a, b, c"|d\n', '|'],
    ['a line break in quotation marks', '"a\nb"\tc\n,,,', '\t'],
    ['equally many of two', 'a;b,c\n', ','],
    ['none', 'a\n', ','],
  ])('finds what separates columns: %s', (_name, text, expected) => {
    expect(delimiterOf(text)).toBe(expected);
  });

  it('counts lines from where each record begins, through line breaks inside quotes', () => {
    const { records } = read('a\n"b\nb\r\nb",x\nc\r\n\nd\re');
    expect(records.map((r) => [r.fields[0]?.slice(0, 1), r.line])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 5],
      ['d', 7],
      ['e', 8],
    ]);
  });

  it('rejects text after a closing quote and continues with the next line', () => {
    const { records, rejects } = read('a\n"b"c,"d"\ne\n');
    expect(rejects).toEqual([
      { line: 2, reason: 'There is text between a closing quote and the next separator.', raw: '"b"' },
    ]);
    expect(records).toEqual([
      { fields: ['a'], line: 1 },
      { fields: ['e'], line: 3 },
    ]);
  });

  it('rejects an invalid last line, with and without a line end', () => {
    for (const end of ['', '\n']) {
      const { records, rejects } = read(`a\n"b"c,d${end}`);
      expect([records, rejects.map((r) => r.line)]).toEqual([[{ fields: ['a'], line: 1 }], [2]]);
    }
  });

  it('loses one line to a quote that is never closed, not the rest of the file', () => {
    const { records, rejects } = read('a,1\n"b,2\nc,3\nd,4\n');
    expect(rejects.map((r) => [r.line, r.reason])).toEqual([[2, 'A quoted field is not closed.']]);
    expect(records.map((r) => [r.line, ...r.fields])).toEqual([
      [1, 'a', '1'],
      [3, 'c', '3'],
      [4, 'd', '4'],
    ]);
  });

  it('loses one line to a quote that is never closed, even if a later line has quotes', () => {
    const { records, rejects } = read('a,1\n"b,2\nc,3\n"d",4\ne,"5"\n"f\ng",6\n');
    expect(rejects.map((r) => [r.line, r.raw])).toEqual([[2, '"b,2\n']]);
    expect(records.map((r) => [r.line, ...r.fields])).toEqual([
      [1, 'a', '1'],
      [3, 'c', '3'],
      [4, 'd', '4'],
      [5, 'e', '5'],
      [6, 'f\ng', '6'],
    ]);
  });

  it('rejects a field beyond its limit and keeps its neighbours', () => {
    const { records, rejects } = read('a\n123456\nb\n', 3, { maxFieldChars: 5 });
    expect(rejects.map((r) => r.line)).toEqual([2]);
    expect(records.map((r) => r.fields[0])).toEqual(['a', 'b']);
  });

  it('holds no more than one record and one chunk, however long a line is', () => {
    const chunk = 'x'.repeat(1000);
    const seen: Seen = { records: [], rejects: [] };
    const parser = createCsvParser({
      maxRecordChars: 5000,
      onRecord: (fields, line) => seen.records.push({ fields, line }),
      onReject: (line, reason, raw) => seen.rejects.push({ line, reason, raw }),
    });
    parser.write('a\n');
    for (let i = 0; i < 5000; i++) parser.write(chunk);
    parser.write('\nb\n');
    parser.end();
    expect(seen.rejects.map((r) => [r.line, r.raw.length])).toEqual([[2, 5000]]);
    expect(seen.records).toEqual([
      { fields: ['a'], line: 1 },
      { fields: ['b'], line: 3 },
    ]);
  });

  it.each([
    ['with line breaks in quotes', `"${'x,1\r\n'.repeat(20)}",1`, 21],
    ['with doubled quotes', `"${'x""\ny",""1\n'.replaceAll('y"', 'y""').repeat(20)}" ,1`, 41],
    ['before a quoted field of two lines', `${'x'.repeat(70)},"a\nb"`, 2],
    ['with text after its last quote', `"${'x\n'.repeat(40)}"y,1`, 41],
  ])(
    'rejects a record that is too long %s as one record with rejectsWhole, however the text is cut',
    (_, long, lines) => {
      const text = `a,1\n${long}\r\nb,2\n`;
      for (let chunk = 1; chunk <= text.length; chunk++) {
        const { records, rejects } = read(text, chunk, { maxRecordChars: 50, rejectsWhole: true });
        expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
          [2, 'The record is longer than 50 characters.'],
        ]);
        expect(records).toEqual([
          { fields: ['a', '1'], line: 1 },
          { fields: ['b', '2'], line: 2 + lines },
        ]);
      }
    },
  );

  it('gives the same records and rejects however the text is cut', () => {
    const text =
      'h1,h2\r\n"stray,0\r\nnext,1\r\n"a ""q"" b",2\n"x\r\ny",\r"bad"z,1\r\n\r\nlast one,"é",\n' +
      `${'w'.repeat(60)},1\n"never closed,1\r\nafter,2\n,`;
    const options = { maxRecordChars: 50, maxFieldChars: 30 };
    const whole = read(text, text.length, options);
    expect(whole.rejects.length).toBe(4);
    expect(whole.records.length).toBe(7);
    for (let chunk = 1; chunk < text.length; chunk++) {
      const cut = read(text, chunk, options);
      expect(cut.records).toEqual(whole.records);
      expect(cut.rejects.map((r) => [r.line, r.reason])).toEqual(
        whole.rejects.map((r) => [r.line, r.reason]),
      );
    }
  });
});
