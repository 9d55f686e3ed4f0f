/** Which package may import which. `npm run check` enforces it; docs/decisions/packages.md gives the reasons. */
const ours = '^(packages|apps|bench|test|scripts)/';
const tests = '(\\.test\\.ts$|/test/|^bench/|^test/|/tsup\\.config\\.ts$)';

/** A package may import itself and the packages named here; its tests may import anything. */
function only(name, allowed, path = `^packages/${name}/`) {
  return {
    name: `${name}-imports-only`,
    comment: `${name} imports ${allowed.join(', ') || 'nothing'} of ours.`,
    severity: 'error',
    from: { path, pathNot: tests },
    to: { path: ours, pathNot: [path, ...allowed.map((one) => `^packages/${one}/`)] },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('contract', []),
    only('mcp-tools', []),
    only('sdk', ['contract']),
    only('addresses', ['contract']),
    only('valuation', ['contract']),
    only('files', ['contract']),
    only('open-network', []),
    only('geography', ['contract', 'files']),
    only('db', ['contract']),
    only('loading', ['contract', 'files', 'geography', 'db', 'addresses']),
    only('datasets', ['contract', 'files', 'geography', 'db', 'loading', 'addresses']),
    only('address-search', ['contract', 'db', 'addresses', 'loading']),
    only('builds', [
      'contract',
      'db',
      'addresses',
      'valuation',
      'address-search',
      'files',
      'geography',
      'loading',
      'datasets',
    ]),
    only('mcp', ['contract', 'mcp-tools', 'open-network'], '^apps/mcp/'),
    {
      name: 'no-dataset-imports-another',
      comment: 'Code that two datasets share is in packages/loading.',
      severity: 'error',
      from: { path: '^packages/datasets/(?!src/|test/)([^/]+)/', pathNot: tests },
      to: { path: '^packages/datasets/(?!src/)[^/]+/', pathNot: '^packages/datasets/$1/' },
    },
    {
      name: 'sandbox-is-for-cli-and-testing',
      comment: 'The serving code does not import the fictional country.',
      severity: 'error',
      from: {
        pathNot: ['^packages/(sandbox|testing)/', '^apps/cli/', '^apps/web/build/', '^scripts/', tests],
      },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/testing/', tests] },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'packages-import-no-app',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/testing/', tests] },
      to: { path: '^apps/' },
    },
    {
      name: 'an-app-imports-no-other',
      comment:
        'The command line makes keys, sign-in links and webhooks as the API does, and reads the settings as both servers do.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: tests },
      to: {
        path: '^apps/',
        pathNot: [
          '^apps/$1/',
          '^apps/api/src/(accounts|portal|webhooks)/',
          '^apps/(api|mcp)/src/config\\.ts$',
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/generated/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
