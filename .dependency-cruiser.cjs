/** Import direction: kernel <- wire <- query <- (engines | charts | metadata) <- gateway <- resources <- (server | web). */
const LAYERS = ['kernel', 'wire', 'query', 'engines|charts|metadata', 'gateway', 'resources', 'server|web']
const TESTS = '\\.test\\.tsx?$|^src/engines/conformance\\.ts$'

const upward = LAYERS.slice(0, -1).map((layer, i) => ({
  name: `no-upward-from-${layer.replaceAll('|', '-and-')}`,
  severity: 'error',
  comment: `${layer} may import only itself and the layers before it`,
  from: { path: `^src/(${layer})/`, pathNot: TESTS },
  to: { path: `^src/(${LAYERS.slice(i + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'engines-charts-and-metadata-are-strangers',
      severity: 'error',
      from: { path: '^src/(engines|charts|metadata)/' },
      to: { path: '^src/(engines|charts|metadata)/', pathNot: '^src/$1/' },
    },
    {
      name: 'server-and-web-are-strangers',
      severity: 'error',
      from: { path: '^src/(server|web)/', pathNot: TESTS },
      to: { path: '^src/(server|web)/', pathNot: '^src/$1/' },
    },
    {
      name: 'server-files-stay-on-the-server',
      severity: 'error',
      from: { pathNot: ['^src/server/', '\\.server\\.ts$', '^(bench|e2e|test|tools|packages)/', TESTS] },
      to: { path: '\\.server\\.ts$' },
    },
    {
      name: 'web-files-stay-in-the-browser',
      severity: 'error',
      from: { pathNot: ['^src/web/', '\\.web\\.tsx?$', TESTS] },
      to: { path: '\\.web\\.tsx?$' },
    },
    {
      name: 'one-engine-one-folder',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/engines/[^/]+/', pathNot: '^src/engines/$1/' },
    },
    {
      name: 'product-knows-no-packages',
      severity: 'error',
      comment: 'an engine package is found when the server starts',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-know-helpers-and-the-contract',
      severity: 'error',
      comment: 'a package is made of its own files, those of the kit, and what engines have in common',
      from: { path: '^packages/(sightline-engine-[^/]+|kit)/' },
      to: {
        path: '^(src|packages)/',
        pathNot: '^(packages/($1|kit)/|src/(kernel|wire|query)/|src/engines/(packaged/contract|[^/]+\\.ts$))',
      },
    },
    {
      name: 'one-chart-one-folder',
      severity: 'error',
      from: { path: '^src/charts/([^/]+)/' },
      to: { path: '^src/charts/[^/]+/', pathNot: '^src/charts/($1|parts)/' },
    },
    {
      name: 'resources-meet-only-at-contracts',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/resources/[^/]+/', pathNot: '^src/resources/($1/|kit/|[^/]+/contract\\.ts$)' },
    },
    {
      name: 'screens-do-not-import-screens',
      severity: 'error',
      from: { path: '^src/web/([^/]+)/', pathNot: '^src/web/(app|ui|data)/' },
      to: { path: '^src/web/[^/]+/', pathNot: '^src/web/($1|app|ui|data)/' },
    },
    {
      name: 'ui-kit-knows-no-product',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/(web/ui|kernel)/' },
    },
    {
      name: 'models-know-no-react',
      severity: 'error',
      from: { path: '^src/web/[^/]+/model/', pathNot: TESTS },
      to: { path: '(^|node_modules/)(react|react-dom|zustand|@tanstack)(/|$)' },
    },
    {
      name: 'drivers-only-in-engines',
      severity: 'error',
      from: { pathNot: ['^src/(engines/.+\\.server\\.ts$|metadata/)', '^(tools|bench|e2e|test)/', TESTS] },
      to: { path: 'node_modules/(@duckdb|pg|mysql2|ssh2|@clickhouse)/|^node:sqlite$' },
    },
    {
      name: 'no-test-in-product',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: `${TESTS}|node_modules/vitest/` },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
