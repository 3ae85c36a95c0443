/** One room of the house: a folder, what it may import, and what it may install. */
export interface Room {
  readonly path: string
  /** Rooms it may import besides itself; `x/*` is `x` and every room below it. */
  readonly imports: readonly string[]
  /** npm packages and Node modules it may use; absent: any. A test may always use any. */
  readonly packages?: readonly string[]
  /** Packages it must not use even though others of its side do. */
  readonly without?: readonly string[]
  /** Packages that only its `.tsx` files may use: hooks and components. What decides has none. */
  readonly markupPackages?: readonly string[]
  /** Whether it may have folders that are no rooms of their own. */
  readonly hasFolders?: boolean
}

const REACT = ['react', 'react-dom', 'jotai', 'jotai/react', '@lucide/icons']
/** What only `.tsx` files of the frame use: hooks and components. What decides has none. */
const MARKUP = ['react', 'react-dom', 'jotai/react', '@lucide/icons']
/** What the frame's store is made of. */
const STORE = [
  'shared/*',
  'widget/api',
  'widget/device',
  'widget/outbox',
  'widget/state',
  'widget/composer/atoms',
  'widget/conversation/atoms',
  'widget/thread-list/atoms',
]

/** The table of CONTRIBUTING.md. Whoever adds a folder adds a line here, with its arrows. */
export const ROOMS: readonly Room[] = [
  { path: 'shared', imports: [], packages: [] },
  { path: 'shared/bridge', imports: ['shared'], packages: [] },
  { path: 'shared/wire', imports: ['shared'], packages: ['valibot', 'eventsource-parser'] },
  { path: 'shared/thread', imports: ['shared', 'shared/wire'], packages: [] },
  // What an owner says of looks and words: read by the frame, and by the server before it starts.
  { path: 'shared/look', imports: ['shared', 'shared/bridge'], packages: ['culori/fn'] },

  // `loader/panel` is the loader's second file, `loader/extras` its third: the same room, built apart.
  {
    path: 'loader',
    imports: ['shared', 'shared/bridge', 'shared/look'],
    packages: [],
    hasFolders: true,
  },
  // What is published: it has no dependencies, and React is the page's own.
  {
    path: 'npm',
    imports: ['shared', 'shared/bridge', 'shared/look', 'loader/*'],
    packages: ['react'],
  },

  { path: 'widget', imports: ['shared/*', 'widget/*'] },
  {
    path: 'widget/host',
    imports: STORE,
    without: REACT,
  },
  { path: 'widget/api', imports: ['shared/*'], without: [...REACT, 'jotai/vanilla'] },
  { path: 'widget/device', imports: ['shared/*'], without: [...REACT, 'jotai/vanilla'] },

  // A thread's engine knows neither atoms nor the page. What of it is shown stands in `atoms`, as in the
  // rooms below: the store's part of a room, without React.
  {
    path: 'widget/conversation',
    imports: ['shared/*', 'widget/api'],
    without: [...REACT, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/conversation/atoms',
    imports: [...STORE, 'widget/conversation', 'widget/thread-list'],
    without: REACT,
  },
  { path: 'widget/outbox', imports: [...STORE, 'widget/conversation'], without: REACT },
  // Who chats, in what world: what all rooms of the frame share.
  { path: 'widget/state', imports: [...STORE, 'widget/conversation'], without: REACT },
  {
    path: 'widget/composer',
    imports: [...STORE, 'widget/i18n', 'widget/messages', 'widget/ui'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/composer/atoms',
    imports: [...STORE, 'widget/composer', 'widget/conversation'],
    without: REACT,
  },
  {
    path: 'widget/thread-list',
    imports: [
      ...STORE,
      'widget/composer',
      'widget/i18n',
      'widget/messages',
      'widget/shell',
      'widget/ui',
    ],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
  },
  {
    path: 'widget/thread-list/atoms',
    imports: [...STORE, 'widget/conversation', 'widget/thread-list'],
    without: REACT,
  },
  {
    path: 'widget/messages',
    imports: [
      ...STORE,
      'widget/composer',
      'widget/i18n',
      'widget/markdown',
      'widget/messages/atoms',
      'widget/shell',
      'widget/ui',
    ],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/messages/atoms',
    imports: [...STORE, 'widget/conversation', 'widget/messages'],
    without: REACT,
  },
  // The header's menu and its dialogs: settings, what the page shares, saving, deleting.
  {
    path: 'widget/menu',
    imports: [
      ...STORE,
      'widget/composer',
      'widget/i18n',
      'widget/markdown',
      'widget/messages',
      'widget/messages/atoms',
      'widget/ui',
    ],
    markupPackages: MARKUP,
  },
  {
    path: 'widget/shell',
    imports: ['shared/*', 'widget/*'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/markdown',
    imports: ['shared', 'widget/ui', 'widget/i18n'],
    markupPackages: MARKUP,
    hasFolders: true,
  },
  { path: 'widget/markdown/testing', imports: ['shared/*', 'widget/*'] },
  {
    path: 'widget/ui',
    imports: ['shared'],
    without: ['jotai', 'jotai/react', 'jotai/vanilla'],
    markupPackages: MARKUP,
  },
  {
    path: 'widget/i18n',
    imports: ['shared', 'shared/bridge', 'shared/look'],
    markupPackages: MARKUP,
  },
  { path: 'widget/i18n/locales', imports: ['widget/i18n'], packages: [] },
  { path: 'widget/theme', imports: ['shared/*', 'widget/i18n'], without: REACT },

  { path: 'server', imports: ['shared/*', 'server/*'] },
  { path: 'server/testing', imports: ['shared/*', 'server/*'] },
  // Long work in short steps, so that nobody makes others wait.
  { path: 'server/steps', imports: ['shared/*'] },
  { path: 'server/store', imports: ['shared/*', 'server/steps'], hasFolders: true },
  { path: 'server/redis', imports: [], packages: ['ioredis'] },
  { path: 'server/limits', imports: ['shared/*', 'server/redis'] },
  {
    path: 'server/projects',
    imports: ['shared/*', 'server/store', 'server/limits', 'server/models'],
  },
  {
    path: 'server/files',
    imports: ['shared/*', 'server/steps', 'server/store', 'server/limits'],
    hasFolders: true,
  },
  { path: 'server/streams', imports: ['shared/*', 'server/redis'] },
  { path: 'server/models', imports: ['shared/*'], hasFolders: true },
  {
    path: 'server/runs',
    imports: [
      'shared/*',
      'server/steps',
      'server/store',
      'server/files',
      'server/limits',
      'server/streams',
      'server/models',
    ],
  },
  { path: 'server/auth', imports: ['shared/*', 'server/store', 'server/projects'] },
  {
    path: 'server/routes',
    imports: [
      'shared/*',
      'server/auth',
      'server/files',
      'server/limits',
      'server/projects',
      'server/runs',
      'server/steps',
      'server/store',
    ],
  },
  // Calls of the contract around the core's: reports, scores, telemetry, a project's own reads.
  {
    path: 'server/extras',
    imports: [
      'shared/*',
      'server/auth',
      'server/routes',
      'server/runs',
      'server/steps',
      'server/store',
    ],
  },
  // What the server shows to people and to browsers.
  {
    path: 'server/console',
    imports: ['shared/*', 'server/auth', 'server/limits', 'server/projects', 'server/routes'],
    // `docs` describes the calls: the same room, apart.
    hasFolders: true,
  },
  {
    path: 'server/cli',
    // The settings stand at the top of the server.
    imports: [
      'shared/*',
      'server',
      'server/auth',
      'server/files',
      'server/limits',
      'server/projects',
      'server/store',
    ],
  },

  { path: 'site', imports: ['scripts/reference'] },
  { path: 'site/playground', imports: ['shared', 'shared/look', 'scripts/reference'] },

  { path: 'e2e', imports: ['scripts'], hasFolders: true },
  { path: 'bench', imports: ['scripts', 'scripts/cluster', 'e2e'], hasFolders: true },
  // The build packs files as the server does.
  { path: 'scripts', imports: ['scripts/*', 'server/console'] },
  { path: 'scripts/architecture', imports: [] },
  // Run by the machine's own Node, before any package is there.
  {
    path: 'scripts/node',
    imports: [],
    packages: ['node:child_process', 'node:fs', 'node:path', 'node:timers/promises', 'node:url'],
  },
  { path: 'scripts/cluster', imports: ['scripts', 'e2e'] },
  { path: 'scripts/house', imports: ['scripts', 'scripts/architecture'] },
  { path: 'scripts/faults', imports: ['scripts'] },
  { path: 'scripts/states', imports: ['scripts', 'shared/*', 'widget/*', 'server/*', 'loader'] },
  { path: 'scripts/pictures', imports: ['scripts', 'e2e'] },
  { path: 'scripts/settings', imports: ['scripts', 'server'] },
  { path: 'scripts/reference', imports: ['scripts', 'shared/look'] },
  // The demo shop's own configuration: an operator's file, as theirs would be.
  { path: 'scripts/demo', imports: ['shared', 'server/models', 'server/projects'] },
]
