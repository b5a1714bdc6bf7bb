/**
 * The arrows between rooms, one way: renderer -> shared <- electron;
 * inside electron: entries -> app -> areas -> engine client / http / rpc / host.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-is-a-leaf',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(electron|renderer|tests)/' },
    },
    { name: 'shared-runs-anywhere', severity: 'error', from: { path: '^shared/' }, to: { dependencyTypes: ['core'] } },
    {
      name: 'renderer-knows-shared-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(electron|tests)/', pathNot: '^electron/preload\\.ts$' },
    },
    {
      name: 'the-page-knows-the-type-of-its-bridge-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^electron/preload\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/vite\\.config\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'a-feature-shows-its-own-screens-only',
      comment: 'What two features show (a button, a table, words) has a file of its own; screens are for routes.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/.*-(screen|tab)\\.tsx$', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'no-circles-between-features',
      comment: 'Two features that need each other are one, or something of theirs belongs to ui/ or charts/.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^renderer/features/([^/]+)$' },
      to: { circular: true, path: '^renderer/features/[^/]+$', pathNot: '^renderer/features/$1$' },
    },
    {
      name: 'electron-not-renderer',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^(renderer|tests)/' },
    },
    {
      name: 'electron-module-only-in-the-desktop-rim',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/(main|preload)\\.ts$|^electron/desktop/' },
      to: { path: '^(electron$|node_modules/electron/)' },
    },
    {
      name: 'app-is-entered-by-entries-only',
      comment: 'The commands of the command line are entries, too.',
      severity: 'error',
      from: { path: '^electron/[^/]+/', pathNot: '^electron/(app|cli)/' },
      to: { path: '^electron/app/' },
    },
    {
      name: 'simulator-stands-alone',
      comment:
        'The simulator is the service, not a part of its client: it shares facts (shared/), never code of the client.',
      severity: 'error',
      from: { path: '^electron/simulator/' },
      to: { path: '^electron/(?!simulator/|common/)' },
    },
    {
      name: 'common-is-a-leaf',
      comment: 'Small decisions that need Node, each once, for every room below electron/.',
      severity: 'error',
      from: { path: '^electron/common/' },
      to: { path: '^(electron/(?!common/)|renderer|tests)' },
    },
    {
      name: 'nobody-imports-the-simulator',
      severity: 'error',
      from: { path: '^electron/(?!simulator/|cli/)' },
      to: { path: '^electron/simulator/' },
    },
    {
      name: 'the-engine-stands-alone',
      severity: 'error',
      from: { path: '^electron/engine/' },
      to: { path: '^electron/(?!engine/)' },
    },
    {
      name: 'the-store-knows-its-rooms-by-one-list',
      comment: 'What all rooms of the store share lies above them and knows none; handlers.ts lists them.',
      severity: 'error',
      from: { path: '^electron/engine/store/[^/]+\\.ts$', pathNot: 'handlers\\.ts$' },
      to: { path: '^electron/engine/store/(intake|questions|query|event-log|export|sharing|records)/' },
    },
    {
      name: 'intake-knows-no-other-room',
      severity: 'error',
      from: { path: '^electron/engine/store/intake/' },
      to: { path: '^electron/engine/store/(questions|query|event-log|export|sharing|records)/' },
    },
    {
      name: 'the-engine-loads-no-schemas',
      comment: 'Types of the contract only: building its schemas would take a good part of the engine’s start.',
      severity: 'error',
      from: { path: '^electron/engine/' },
      to: { path: '^shared/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-engine-is-reached-by-its-door',
      comment: 'The core talks to the engine process through engine/index.ts; only the CLI opens a store in-process.',
      severity: 'error',
      from: { path: '^electron/(?!engine/|cli\\.ts|cli/|conformance/|anonymise/|checker/)' },
      to: { path: '^electron/engine/', pathNot: '^electron/engine/index\\.ts$' },
    },
    {
      name: 'the-pre-check-is-pure',
      comment: 'It walks documents with the parts of the reader, wherever it runs; it needs no store and no service.',
      severity: 'error',
      from: { path: '^electron/conformance/' },
      to: { path: '^electron/(?!conformance/|common/|engine/reader/)' },
    },
    {
      name: 'anonymising-is-pure',
      comment: 'It reads with the parts of the reader and decides by the schemas of the pre-check, wherever it runs.',
      severity: 'error',
      from: { path: '^electron/anonymise/' },
      to: { path: '^electron/(?!anonymise/|common/|conformance/schema/|engine/reader/)' },
    },
    {
      name: 'checking-needs-no-store',
      comment: 'A process of its own that judges and rewrites documents; the core starts it by its door.',
      severity: 'error',
      from: { path: '^electron/checker/' },
      to: {
        path: '^electron/(?!checker/|common/|conformance/|anonymise/|host/|engine/reader/|engine/(channel|parent-port)\\.ts$)',
      },
    },
    {
      name: 'requests-leave-by-one-door',
      comment:
        'Connections are opened by the network setting: only http/ and network/ speak TLS, whoever has a request asks them.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/(http|network|simulator|build)/' },
      to: { dependencyTypes: ['core'], path: '^(node:)?(https|http2|tls)$' },
    },
    {
      name: 'the-network-knows-no-other-room',
      comment: 'It is below HTTP and below the hosts.',
      severity: 'error',
      from: { path: '^electron/network/' },
      to: { path: '^electron/(?!network/)' },
    },
    {
      name: 'the-policy-is-below-what-it-decides',
      severity: 'error',
      from: { path: '^electron/policy/' },
      to: { path: '^electron/(?!policy/|network/|common/)' },
    },
    {
      name: 'base-areas-know-no-features',
      severity: 'error',
      from: { path: '^electron/(http|rpc|host)/' },
      to: { path: '^electron/(app|greenbutton|jsonapi|connections|sync|jobs|events|support-desk)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'dist|routeTree\\.gen' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
    },
  },
};
