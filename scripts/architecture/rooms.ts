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

const REACT = ['react', 'react-dom', 'jotai', 'jotai/react', 'lucide-react']

/** The table of CONTRIBUTING.md. Whoever adds a folder adds a line here, with its arrows. */
export const ROOMS: readonly Room[] = [
  { path: 'shared', imports: [], packages: [] },
  { path: 'shared/bridge', imports: ['shared'], packages: [] },
  { path: 'shared/wire', imports: ['shared'], packages: ['valibot', 'eventsource-parser'] },
  { path: 'shared/thread', imports: ['shared', 'shared/wire'], packages: [] },

  // `loader/panel` is the loader's second file: the same room, built apart.
  { path: 'loader', imports: ['shared', 'shared/bridge'], packages: [], hasFolders: true },

  { path: 'widget', imports: ['shared/*', 'widget/*'] },
  { path: 'widget/host', imports: ['shared/*', 'widget/state'], without: REACT },
  { path: 'widget/api', imports: ['shared/*'], without: [...REACT, 'jotai/vanilla'] },
  {
    path: 'widget/engine',
    imports: ['shared/*', 'widget/api'],
    without: [...REACT, 'jotai/vanilla'],
    // `tools`, `attachments` and `speech` are the same room, apart.
    hasFolders: true,
  },
  {
    path: 'widget/threads',
    imports: ['shared/*', 'widget/api'],
    without: [...REACT, 'jotai/vanilla'],
  },
  { path: 'widget/device', imports: ['shared/*'], without: [...REACT, 'jotai/vanilla'] },
  {
    path: 'widget/state',
    imports: ['shared/*', 'widget/engine', 'widget/api', 'widget/threads', 'widget/device'],
    without: REACT,
  },
  { path: 'widget/markdown', imports: ['shared', 'widget/ui', 'widget/i18n'] },
  { path: 'widget/markdown/testing', imports: ['shared/*', 'widget/*'] },
  { path: 'widget/ui', imports: [], without: ['jotai', 'jotai/react', 'jotai/vanilla'] },
  { path: 'widget/i18n', imports: ['shared'] },
  { path: 'widget/theme', imports: ['shared'] },
  {
    path: 'widget/components',
    imports: [
      'shared/*',
      'widget/host',
      'widget/state',
      'widget/markdown',
      'widget/ui',
      'widget/i18n',
      'widget/theme',
    ],
    markupPackages: ['react', 'react-dom', 'jotai/react', 'lucide-react'],
    hasFolders: true,
  },

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

  { path: 'e2e', imports: ['scripts'], hasFolders: true },
  { path: 'bench', imports: ['scripts', 'e2e'], hasFolders: true },
  { path: 'scripts', imports: ['scripts/*'] },
  { path: 'scripts/architecture', imports: [] },
  // Run by the machine's own Node, before any package is there.
  {
    path: 'scripts/node',
    imports: [],
    packages: ['node:child_process', 'node:fs', 'node:path', 'node:timers/promises', 'node:url'],
  },
  // A server of several processes, with what stands around it, on one machine.
  { path: 'scripts/cluster', imports: ['scripts', 'e2e'] },
  // Measures how a checkout is to live in.
  { path: 'scripts/house', imports: ['scripts', 'scripts/architecture'] },
  // Draws the transition tables of the product.
  { path: 'scripts/states', imports: ['scripts', 'shared/*', 'widget/*', 'server/*', 'loader'] },
  // Writes `.env.example` from the schema of the settings.
  { path: 'scripts/settings', imports: ['scripts', 'server'] },
  // The demo shop's own configuration: an operator's file, as theirs would be.
  { path: 'scripts/demo', imports: ['shared', 'server/models', 'server/projects'] },
]

/** Rooms of worlds and fakes that several tests share; the product must not see them. */
export const isTestingRoom = (room: Room): boolean => room.path.endsWith('/testing')

/** What a test may import besides its whole side: a model, a server, and where they come from. */
export const TEST_IMPORTS: readonly string[] = [
  'e2e/model-server',
  'e2e/alcove-server',
  'e2e/object-store',
  'e2e/contract-server',
  'e2e/faults',
  'scripts',
]

/** The only modules that do something when imported. */
export const ENTRIES: readonly string[] = [
  'loader/auto.ts',
  'widget/main.tsx',
  'server/main.ts',
  'server/cli/main.ts',
]

/** A tool demands a default export there. */
export const DEFAULT_EXPORT_PATTERN = /(^|\/)[a-z.-]+\.config(\.example)?\.ts$/

/** Catalogues grow with the product's texts, not with its ideas. */
export const CATALOGUE_PATTERN = /^(widget\/i18n\/[a-z-]+|shared\/error-texts)\.ts$/

/** Worlds and fakes of one room's tests: they may import what tests may, and only tests import them. */
export const TEST_SUPPORT_PATTERN = /\.test-support\.tsx?$/

export const TEST_PATTERN = /\.(test|spec)\.tsx?$/

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/')

/** The innermost room that holds the file; none for files at the top level. */
export function roomOf(file: string, rooms: readonly Room[] = ROOMS): Room | undefined {
  let folder = folderOf(file)
  while (folder !== '') {
    const room = rooms.find(({ path }) => path === folder)
    if (room) return room
    folder = folderOf(folder)
  }
  return undefined
}

/** Whether the file stands in a listed room, or in a folder of one that may have folders. */
export function isInListedFolder(file: string, rooms: readonly Room[] = ROOMS): boolean {
  const folder = folderOf(file)
  if (folder === '') return true
  const room = roomOf(file, rooms)
  return room !== undefined && (room.path === folder || room.hasFolders === true)
}

/** `widget` of `widget/state/x.ts`: tests build their world from their whole side. */
export const sideOf = (file: string): string => file.split('/')[0] ?? ''

/** Whether `pattern` (`a`, or `a/*` for all below it) names the room. */
export function namesRoom(pattern: string, room: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === room
  const top = pattern.slice(0, -2)
  return room === top || room.startsWith(`${top}/`)
}
