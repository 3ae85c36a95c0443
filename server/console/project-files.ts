import { createHash } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import { toolLabelsOf } from '../projects/assistant-schema.ts'
import type { Project } from '../projects/project.ts'
import { createEncodedFile, type Assets, type EncodedFile } from './assets.ts'
import { escapeHtml } from './html.ts'

/** Of each kind, so many are kept packed; a project more makes the oldest one again when asked. */
const KEPT_MAX = 200

/** Where the frame came from, and what it may reach besides. */
export interface FrameSettings {
  readonly assets: Assets
  readonly publicUrl: string | undefined
  /** Where files are put and read, when not at this service's own origin. */
  readonly filesOrigins: readonly string[]
  /** Whose API the frame was built for, when not this service's own. */
  readonly apiOrigins: readonly string[]
}

interface FramePage {
  readonly file: EncodedFile
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The frame's document of each project, made when first asked for. Without a project: a page that lets
 * nobody in and says nothing of why.
 */
export function createFramePages(settings: FrameSettings) {
  const pageOf = keepLatest((config: FrameConfig): FramePage => ({
    file: createFrameDocument(settings.assets.frameHtml, config),
    headers: frameHeaders(config, settings),
  }))
  // A project that nobody may embed looks like one that is not there.
  return (project: Project | undefined, basePath: string): FramePage =>
    pageOf(isOpen(project) ? toConfig(project, basePath) : REFUSED_CONFIG)
}

const toConfig = (
  project: Project,
  basePath: string,
  labels = toolLabelsOf(project),
): FrameConfig => ({
  project: project.id,
  basePath,
  allowedHosts: [...project.hosts],
  ...(project.readOnly ? { readOnly: true } : {}),
  limits: toLimits(project.limits),
  ...(project.fileTypes === undefined ? {} : { fileTypes: [...project.fileTypes] }),
  ...(project.chatEndpoint === undefined ? {} : { chatEndpoint: project.chatEndpoint }),
  ...(project.assistant === undefined ? {} : { assistant: project.assistant }),
  ...(project.look === undefined ? {} : { look: project.look }),
  ...(project.hostReads ? { hostReads: true } : {}),
  ...(labels.size === 0 ? {} : { toolLabels: Object.fromEntries(labels) }),
  ...(project.authorization.connectUrl === undefined
    ? {}
    : { connectUrl: project.authorization.connectUrl }),
  ...(project.authorization.verificationHosts.length === 0
    ? {}
    : { verificationHosts: [...project.authorization.verificationHosts] }),
})

/** What people and pages would otherwise hear of with a refusal. */
const toLimits = ({ amounts }: LimitTable): FrameConfig['limits'] => ({
  userTextCharacters: amounts.userTextCharacters,
  filesPerMessage: amounts.filesPerMessage,
  fileBytes: amounts.fileBytes,
  anonymousFileBytes: Math.min(amounts.anonymousFileBytes, amounts.fileBytes),
  imageBytes: amounts.imageBytes,
  toolsPerRun: amounts.toolsPerRun,
  toolSchemaBytes: amounts.toolSchemaBytes,
})

/** Same for a project that is unknown, switched off or has no host pages: nobody learns which. */
const REFUSED_CONFIG: FrameConfig = { project: '', basePath: '', allowedHosts: [] }

const HEAD_PATTERN = /<head(\s[^>]*)?>/i

/** The built document with its configuration in a meta tag: nothing to run. */
export function createFrameDocument(html: string, config: FrameConfig): EncodedFile {
  if (!HEAD_PATTERN.test(html)) {
    throw new AlcoveError('config_invalid', 'The built frame document has no head.')
  }
  const meta = `<meta name="alcove" content="${escapeHtml(JSON.stringify(config))}" />`
  const text = html.replace(HEAD_PATTERN, (head) => `${head}\n    ${meta}`)
  return createEncodedFile(Buffer.from(text), 'text/html; charset=utf-8')
}

/** Headers of the frame's document. Asserted byte for byte in tests; each line is there for a threat. */
const frameHeaders = (
  config: FrameConfig,
  settings: FrameSettings,
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': createPolicy(config, settings),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // Without these two a host page that is cross-origin isolated shows an empty box.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Opened as a page of its own, it has no opener to be scripted by.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Origin-Agent-Cluster': '?1',
  'Cache-Control': 'no-cache',
})

function createPolicy(
  { allowedHosts, chatEndpoint }: FrameConfig,
  { assets, publicUrl, apiOrigins, filesOrigins }: FrameSettings,
): string {
  const ancestors = allowedHosts.length === 0 ? "'none'" : allowedHosts.join(' ')
  const endpoint = chatEndpoint === undefined ? [] : [new URL(chatEndpoint).origin]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(assets.frameHtml)].join(' '),
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...filesOrigins].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...apiOrigins, ...endpoint, ...filesOrigins].join(' '),
    'media-src blob:',
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    // For one worker of one address each: `widget/markdown/highlighter.ts`, `widget/api/prove-work.ts`.
    'trusted-types alcove-worker alcove-puzzle',
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The one script that stands in the document itself tells the page when the others do not come. */
const hashesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** What of a project is seen before anything else is fetched, by the names of the loader's own table. */
const NAMES = ['accent', 'radius', 'launcherLabel', 'launcherIcon', 'position'] as const
type Defaults = Partial<Readonly<Record<(typeof NAMES)[number], string>>>

/** Where `loader/page-options.ts` has the default of an option, as it is built. */
const placeOf = (name: string) => new RegExp(String.raw`\b(${name}:)(["'\x60]).*?\2`)

/**
 * The loader's file of each project: what the project says of its launcher stands in the place of the
 * defaults, and costs no byte more than it has to. A project that nobody may embed has the bare one.
 */
export function createProjectLoaders({ loader, loaderText }: Assets) {
  const missing = NAMES.find((name) => !placeOf(name).test(loaderText))
  if (missing !== undefined) {
    throw new AlcoveError('config_invalid', `The built loader has no default of "${missing}".`, {
      hint: 'Run npm run build first.',
    })
  }
  const loaderOf = keepLatest((defaults: Defaults): EncodedFile => {
    const text = Object.entries(defaults).reduce(
      // A function, since what a project says may hold signs of a replacement.
      (whole, [name, value]) =>
        whole.replace(placeOf(name), (_, start) => start + toLiteral(value)),
      loaderText,
    )
    return createEncodedFile(Buffer.from(text), loader.type)
  })
  return (project: Project | undefined): EncodedFile => {
    const defaults = isOpen(project) ? toDefaults(project) : {}
    return Object.keys(defaults).length === 0 ? loader : loaderOf(defaults)
  }
}

/** Also for whoever puts the file into a page as it is. */
const toLiteral = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

function toDefaults({ look }: Project): Defaults {
  const { theme, launcher } = look ?? {}
  const { accent, radius } = typeof theme === 'object' ? theme : {}
  const said = {
    accent,
    radius,
    launcherLabel: launcher?.label,
    launcherIcon: launcher?.icon,
    position: launcher?.position,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

const isOpen = (project: Project | undefined): project is Project =>
  project !== undefined && project.hosts.length > 0

/** Makes what is asked for by what is said of it, and keeps those that were asked for last. */
function keepLatest<Said, Made>(make: (said: Said) => Made): (said: Said) => Made {
  const kept = new Map<string, Made>()
  return (said) => {
    const key = JSON.stringify(said)
    const made = kept.get(key) ?? make(said)
    kept.delete(key)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return made
  }
}
