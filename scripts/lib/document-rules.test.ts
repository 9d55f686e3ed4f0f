import { describe, expect, it } from 'vitest';
import { commandsNotTold, documentProblems, type Known } from './document-rules.ts';

const KNOWN: Known = {
  files: ['README.md', 'docs/data.md', 'apps/api/src/app.ts', 'apps/api/test/app.test.ts', 'bench/rest.ts'],
  sources: 'readPort(process.env.API_PORT)',
  npm_scripts: ['check', 'bench', 'domesday'],
  benches: ['rest'],
  commands: new Map([
    ['load', ['--force']],
    ['keys', []],
    ['keys create', ['--plan']],
  ]),
  pages: [/^\/data$/],
};

function problems(text: string): string[] {
  return documentProblems(
    new Map([
      ['README.md', text],
      ['docs/data.md', '# How a load goes\n<a id="one"></a>'],
    ]),
    KNOWN,
  );
}

describe('a document', () => {
  it.each([
    ['a link to a file', '[data](docs/none.md)', 'no file docs/none.md'],
    ['a link to a heading', '[data](docs/data.md#none)', 'no heading docs/data.md#none'],
    ['a link to a page of the portal', '[data](/none)', 'no page /none'],
    ['a path', '`apps/api/src/none.ts`', 'no file apps/api/src/none.ts'],
    ['a file name', '`none.ts`', 'no file none.ts'],
    ['a path with a placeholder', '`apps/none/<name>/`', 'no file apps/none/<name>/'],
    ['a variable', '`API_PORTS`', 'no variable API_PORTS'],
    ['a metric', '`domesday_none_total`', 'no metric domesday_none_total'],
    ['a variable of the shell', '```sh\ncurl "$SERVER/v1"\n```', 'no document sets $SERVER'],
    ['a function', '`readNone()`', 'no name readNone in the code'],
    ['a script', '```sh\nnpm run none\n```', 'no script npm run none'],
    ['a benchmark', '`npm run bench -- none`', 'no benchmark none'],
    ['a test', '`npx vitest run apps/none`', 'no test apps/none'],
    ['a package', '    npm install @domesday/sdk\n', '@domesday/sdk is in no registry: say how to pack it'],
    ['a command', '    npm run domesday -- lode x.csv\n', 'no command domesday lode'],
    ['a command of a group', '`domesday keys make`', 'no command domesday keys make'],
    [
      'an option',
      '```\nnpm run domesday -- load x \\\n  --fource\n```',
      'domesday load has no option --fource',
    ],
    ['a command broken over two lines', '`npm run\nnone`', 'no script npm run none'],
  ])('may not name %s that does not exist', (_, text, problem) => {
    expect(problems(`# Title\n\n${text}\n`)).toEqual([`README.md: ${problem}`]);
  });

  it('may have no heading that is joined to its paragraph', () => {
    const paragraph = 'Each line is answered from the data that are served at the moment of its answer.';
    expect(problems(`## While data are loaded ${paragraph}`)).toEqual([
      'README.md: heading of 102 letters: While data are loaded Each line is answe…',
    ]);
    expect(problems(`## While data are loaded\n${paragraph}`)).toEqual([]);
  });

  it('may name files, headings, pages, variables, commands and options that exist', () => {
    const text = `# Title
[data](docs/data.md#how-a-load-goes), [one](docs/data.md#one), [title](#title), [pages](/data)
\`apps/api/src/app.ts\`, \`app.ts\`, \`readPort()\`, \`apps/*/src/\`, \`API_PORT\`, \`API_PORT_FILE\`, \`application/json\`
\`npm run check\`, \`npm run bench -- rest\`, \`npx vitest run apps/api\`

    npm run domesday -- keys create --plan "free --not-an-option"   # a comment --with-another
    npm run domesday -- load x.csv --force; npm run domesday -- load --help
`;
    expect(problems(text)).toEqual([]);
  });
});

describe('the documents together', () => {
  const told = (text: string, changes = '') =>
    commandsNotTold(
      new Map([
        ['README.md', text],
        ['CHANGELOG.md', changes],
      ]),
      KNOWN,
    );

  it('must name every command, and an entry in CHANGELOG.md does not count', () => {
    expect(told('`domesday load x.csv`', '`domesday keys create`')).toEqual([
      'no document names domesday keys create',
    ]);
    expect(told('`npm run domesday -- load x.csv`, `keys create`')).toEqual([]);
  });
});
