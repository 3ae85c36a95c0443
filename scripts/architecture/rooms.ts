/** A room: a folder, its allowed imports and its allowed packages. */
export interface Room {
  readonly path: string
  /** Its content in a few words, for CONTRIBUTING.md. Absent for rooms that their names explain. */
  readonly holds?: string
  /** Rooms that it may import besides itself; `x/*` is `x` and every room below it. */
  readonly imports: readonly string[]
  /** npm packages and Node modules that it may use; absent: any. Tests may always use any. */
  readonly packages?: readonly string[]
  /** Packages that it must not use although other rooms of its side do. */
  readonly without?: readonly string[]
  /** Packages that only its `.tsx` files may use: for hooks and components, not for logic. */
  readonly markupPackages?: readonly string[]
  /** Sides that may import only its types, because they would never run its values. */
  readonly isTypesFor?: readonly string[]
  /** Whether it may have subfolders that are not listed as rooms. */
  readonly hasFolders?: boolean
}

const REACT = ['react', 'react-dom', 'jotai', 'jotai/react', 'lucide-react']
/** Packages that only `.tsx` files of the frame use: for hooks and components, not for logic. */
const MARKUP = ['react', 'react-dom', 'jotai/react', 'lucide-react']
/**
 * The rooms of the frame that know the user, lowest first. A room imports earlier rooms and never later ones: it
 * offers events that later rooms listen to.
 */
export const FRAME_ORDER = [
  'widget/world',
  'widget/conversation',
  'widget/files',
  'widget/thread-list',
  'widget/composer',
  'widget/outbox',
  'widget/messages',
  'widget/session',
  'widget/menu',
  'widget/shell',
  'widget/host',
] as const

/** Everything below a room of the frame. */
function below(room: (typeof FRAME_ORDER)[number]): readonly string[] {
  const lower = FRAME_ORDER.slice(0, FRAME_ORDER.indexOf(room))
  return ['shared/*', 'widget/api', 'widget/device', ...lower.map((path) => `${path}/*`)]
}

/** Rooms with components and texts for all others. */
const DRAWING = ['widget/i18n', 'widget/ui', 'widget/markdown']

export const ROOMS: readonly Room[] = [
  { path: 'shared', holds: 'errors, ids, JSON; used by every side', imports: [], packages: [] },
  {
    path: 'shared/bridge',
    holds: 'contract between loader and frame',
    imports: ['shared'],
    packages: [],
  },
  {
    path: 'shared/wire',
    holds: 'contract between frame and server',
    imports: ['shared'],
    packages: ['valibot', 'eventsource-parser'],
  },
  // The frame imports only its types, because only the server validates the fields.
  {
    path: 'shared/api',
    holds: 'bodies, queries and answers of the calls, with the meaning of each field',
    imports: ['shared', 'shared/wire'],
    packages: ['valibot'],
    isTypesFor: ['widget', 'loader'],
  },
  {
    path: 'shared/desk',
    holds: 'calls between the desk and the server',
    imports: ['shared', 'shared/api'],
    packages: ['valibot'],
  },
  {
    path: 'shared/thread',
    holds: 'message model, and the fold of chunks into it',
    imports: ['shared', 'shared/wire'],
    packages: [],
  },
  // An owner's looks and texts: read by the frame, and by the server before it starts.
  {
    path: 'shared/look',
    holds: 'looks and texts that an owner sets; colours',
    imports: ['shared', 'shared/bridge'],
    packages: ['culori/fn'],
  },

  // `loader/panel` is the loader's second file, `loader/extras` its third: the same room, built separately.
  {
    path: 'loader',
    holds: 'script of the host page: launcher, panel, public API',
    imports: ['shared', 'shared/bridge', 'shared/look'],
    packages: [],
    hasFolders: true,
  },
  // The published package: it has no dependencies, and React comes from the page.
  {
    path: 'npm',
    holds: 'published package: module, React, element, doctor',
    imports: ['shared', 'shared/bridge', 'shared/look', 'loader/*'],
    packages: ['react'],
  },

  {
    path: 'widget',
    holds: 'the frame: its start, and the wiring of its rooms',
    imports: ['shared/*', 'widget/*'],
  },
  {
    path: 'widget/i18n',
    holds: 'English catalogue, translation, plural forms',
    imports: ['shared', 'shared/bridge', 'shared/look'],
    markupPackages: MARKUP,
  },
  {
    path: 'widget/i18n/locales',
    holds: 'one file for each other language',
    imports: ['widget/i18n'],
    packages: [],
  },
  {
    path: 'widget/ui',
    holds: 'components without state of the chat',
    imports: ['shared', 'widget/i18n'],
    without: ['jotai', 'jotai/react', 'jotai/vanilla'],
    markupPackages: MARKUP,
  },
  {
    path: 'widget/theme',
    holds: 'tokens and base styles',
    imports: ['shared/*', 'widget/i18n'],
    without: REACT,
  },
  {
    path: 'widget/markdown',
    holds: 'markdown to React',
    imports: ['shared', 'widget/i18n', 'widget/ui'],
    markupPackages: MARKUP,
    hasFolders: true,
  },
  { path: 'widget/markdown/testing', imports: ['shared/*', 'widget/*'] },
  {
    path: 'widget/api',
    holds: 'client of the server',
    imports: ['shared/*'],
    without: [...REACT, 'jotai/vanilla'],
  },
  {
    path: 'widget/device',
    holds: 'storage of the device, and messages between tabs',
    imports: ['shared/*'],
    without: [...REACT, 'jotai/vanilla'],
  },
  {
    path: 'widget/world',
    holds: 'clock, connection, server facts, failures, settings, the user',
    imports: below('widget/world'),
    markupPackages: MARKUP,
  },
  // The engine of a thread uses no atoms; `atoms` holds its visible state, here and in later rooms.
  {
    path: 'widget/conversation',
    holds: 'one thread: state table, turns, tools, history',
    imports: below('widget/conversation'),
    without: [...REACT, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/conversation/atoms',
    imports: [...below('widget/conversation'), 'widget/conversation'],
    without: REACT,
  },
  {
    path: 'widget/files',
    holds: 'files of messages: addresses, drawing, viewer of images',
    imports: [...below('widget/files'), ...DRAWING, 'widget/files/atoms'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  { path: 'widget/files/atoms', imports: below('widget/files'), without: REACT },
  {
    path: 'widget/thread-list',
    holds: 'opening a thread; list of conversations, search',
    imports: [...below('widget/thread-list'), ...DRAWING, 'widget/thread-list/atoms'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
  },
  {
    path: 'widget/thread-list/atoms',
    imports: [...below('widget/thread-list'), 'widget/thread-list'],
    without: REACT,
  },
  {
    path: 'widget/composer',
    holds: 'the field: draft, attachments, keys',
    imports: [...below('widget/composer'), ...DRAWING, 'widget/composer/atoms'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/composer/atoms',
    imports: [...below('widget/composer'), 'widget/composer'],
    without: REACT,
  },
  {
    path: 'widget/outbox',
    holds: 'messages that wait to be sent',
    imports: below('widget/outbox'),
    without: REACT,
  },
  {
    path: 'widget/messages',
    holds: 'how a message looks, and its actions',
    imports: [...below('widget/messages'), ...DRAWING, 'widget/messages/atoms'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/messages/atoms',
    imports: [...below('widget/messages'), 'widget/messages'],
    without: REACT,
  },
  {
    path: 'widget/session',
    holds: 'owner of the device, other tabs, sign-out, new start',
    imports: below('widget/session'),
    without: REACT,
  },
  {
    path: 'widget/menu',
    holds: 'menu of the header, its dialogs',
    imports: [...below('widget/menu'), ...DRAWING],
    markupPackages: MARKUP,
  },
  {
    path: 'widget/shell',
    holds: 'header, notices, layout around the rest',
    imports: [...below('widget/shell'), ...DRAWING, 'widget/theme'],
    markupPackages: [...MARKUP, 'jotai/vanilla'],
    hasFolders: true,
  },
  {
    path: 'widget/preview',
    holds: 'line and tools of a preview of a draft',
    imports: ['shared', 'shared/bridge', 'shared/wire', 'widget/i18n', 'widget/ui'],
    packages: [],
  },
  // The build inlines the script, so it uses no package but that of colours.
  {
    path: 'widget/early',
    holds: 'script of the frame’s document, until the app takes over',
    imports: [
      'shared',
      'shared/bridge',
      'shared/look',
      'widget/api',
      'widget/device',
      'widget/i18n',
      'widget/markdown',
      'widget/theme',
      'widget/ui',
      'widget/world',
      'widget/composer',
      'widget/composer/atoms',
    ],
    packages: [],
  },
  {
    path: 'widget/host',
    holds: 'the frame’s side of the bridge',
    imports: [...below('widget/host'), 'widget/preview'],
    without: REACT,
  },

  {
    path: 'desk',
    holds: 'the owner’s app: conversations, quality, usage, knowledge, health',
    imports: [
      'shared',
      'shared/bridge',
      'shared/desk',
      'widget/i18n',
      'widget/theme',
      'widget/ui',
      'widget/markdown',
    ],
    hasFolders: true,
  },

  { path: 'server', holds: 'start, settings, wiring', imports: ['shared/*', 'server/*'] },
  { path: 'server/testing', imports: ['shared/*', 'server/*', 'scripts'], hasFolders: true },
  // Long work in short steps, so that no call delays others.
  { path: 'server/steps', holds: 'long work in short steps', imports: ['shared/*'] },
  {
    path: 'server/store',
    holds: 'database: tables, queries, migrations',
    imports: ['shared/*', 'server/steps', 'server/mask'],
    hasFolders: true,
  },
  { path: 'server/redis', imports: [], packages: ['ioredis'] },
  { path: 'server/limits', holds: 'rates, budgets, quotas', imports: ['shared/*', 'server/redis'] },
  {
    path: 'server/projects',
    holds: 'tenants: row and block of `alcove.config.ts`',
    imports: ['shared/*', 'server/store', 'server/limits', 'server/models', 'server/knowledge'],
    hasFolders: true,
  },
  {
    path: 'server/files',
    holds: 'uploads, object stores, PDF',
    imports: ['shared/*', 'server/steps', 'server/store', 'server/limits'],
    hasFolders: true,
  },
  {
    path: 'server/streams',
    holds: 'chunks of running answers, for their readers',
    imports: ['shared/*', 'server/redis'],
  },
  {
    path: 'server/models',
    holds: 'providers, demo model, server-side tools',
    imports: ['shared/*'],
    hasFolders: true,
  },
  {
    path: 'server/runs',
    holds: 'an answer, from its call to its row; titles',
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
  {
    path: 'server/knowledge',
    holds: 'an owner’s pages: sources, crawls, pieces, search, citations',
    imports: [
      'shared/*',
      'server/steps',
      'server/store',
      'server/limits',
      'server/files',
      'server/models',
    ],
    hasFolders: true,
  },
  {
    path: 'server/cases',
    holds: 'questions with expectations: their runs on draft and live, and the judge',
    imports: [
      'shared/*',
      'server/auth',
      'server/knowledge',
      'server/limits',
      'server/mask',
      'server/models',
      'server/projects',
      'server/runs',
      'server/store',
    ],
  },
  {
    path: 'server/auth',
    holds: 'users, tokens, keys, sessions',
    imports: ['shared/*', 'server/store', 'server/projects'],
  },
  {
    path: 'server/routes',
    holds: 'calls of the chat, declared once each',
    imports: [
      'shared/*',
      'server/auth',
      'server/knowledge',
      'server/files',
      'server/limits',
      'server/projects',
      'server/runs',
      'server/steps',
      'server/store',
    ],
  },
  {
    path: 'server/preview',
    holds: 'drafts that are shown before they are published: links, frames, answers',
    imports: [
      'shared/*',
      'server/auth',
      'server/cases',
      'server/limits',
      'server/models',
      'server/projects',
      'server/routes',
      'server/runs',
    ],
  },
  // Calls of the contract beside the core: reports, scores, telemetry, a project's own reads.
  {
    path: 'server/extras',
    holds: 'other calls: reports, scores, telemetry, reads',
    imports: [
      'shared/*',
      'server/auth',
      'server/knowledge',
      'server/routes',
      'server/runs',
      'server/steps',
      'server/store',
    ],
  },
  {
    path: 'server/mask',
    holds: 'hides personal data in texts',
    imports: ['shared', 'shared/desk'],
    packages: [],
  },
  {
    path: 'server/desk',
    holds: 'the desk’s people, roles and calls',
    imports: [
      'shared/*',
      'server/mask',
      'server/auth',
      'server/cases',
      'server/files',
      'server/knowledge',
      'server/limits',
      'server/models',
      'server/notices',
      'server/preview',
      'server/projects',
      'server/routes',
      'server/runs',
      'server/steps',
      'server/store',
    ],
    hasFolders: true,
  },
  // Notices reach owners who do not look; the desk's calls stand above them.
  {
    path: 'server/notices',
    holds: 'webhooks and mails to owners',
    imports: ['shared/*', 'server/store', 'server/files'],
  },
  // Pages of the server for people and browsers.
  {
    path: 'server/console',
    holds: 'pages: frame document, welcome, API docs',
    imports: [
      'shared/*',
      'server/auth',
      'server/knowledge',
      'server/limits',
      'server/preview',
      'server/projects',
      'server/routes',
    ],
    // `docs` describes the calls: the same room in a separate folder.
    hasFolders: true,
  },
  {
    path: 'server/cli',
    // The settings are at the top of the server.
    imports: [
      'shared/*',
      'server',
      'server/auth',
      'server/cases',
      // Links and roles.
      'server/desk',
      'server/knowledge',
      'server/files',
      'server/limits',
      // The doctor asks them.
      'server/models',
      'server/projects',
      'server/store',
    ],
  },

  { path: 'site', imports: ['shared', 'scripts/reference'] },
  {
    path: 'site/playground',
    imports: ['shared', 'shared/look', 'scripts/reference'],
  },

  {
    path: 'e2e',
    holds: 'browser tests; fake model, network and stores',
    imports: ['scripts', 'scripts/reference', 'site/playground'],
    hasFolders: true,
  },
  {
    path: 'bench',
    imports: [
      'scripts',
      'scripts/cluster',
      'e2e',
      'shared/desk',
      'server/testing',
      'server/knowledge/*',
      'server/steps',
      'server/store',
      'server/mask',
      'server/desk',
    ],
    hasFolders: true,
  },
  // The build packs files as the server does.
  {
    path: 'scripts',
    holds: 'build, checks, test runner, dev server; one folder for each tool',
    imports: ['scripts/*', 'shared', 'server/console'],
  },
  { path: 'scripts/architecture', imports: [] },
  // Runs on the machine's own Node, before packages are installed.
  {
    path: 'scripts/node',
    imports: [],
    packages: [
      'node:child_process',
      'node:fs',
      'node:http',
      'node:os',
      'node:path',
      'node:timers/promises',
      'node:url',
      'node:util',
    ],
  },
  { path: 'scripts/cluster', imports: ['scripts', 'scripts/node', 'e2e'] },
  { path: 'scripts/house', imports: ['scripts', 'scripts/architecture'] },
  { path: 'scripts/rules', imports: ['scripts', 'scripts/architecture'] },
  { path: 'scripts/states', imports: ['scripts', 'shared/*', 'widget/*', 'server/*', 'loader/*'] },
  {
    path: 'scripts/waits',
    imports: ['scripts', 'scripts/architecture', 'scripts/rules', 'scripts/states'],
  },
  { path: 'scripts/pictures', imports: ['scripts', 'e2e'] },
  { path: 'scripts/settings', imports: ['scripts', 'server'] },
  { path: 'scripts/wrong-calls', imports: ['scripts'] },
  { path: 'scripts/dialects', imports: ['scripts'] },
  { path: 'scripts/reference', imports: ['scripts', 'shared/look'] },
  // The demo shop's configuration, like any operator's file.
  { path: 'scripts/demo', imports: ['shared', 'server/models', 'server/projects'] },
]
