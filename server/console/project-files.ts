import { createHash } from 'node:crypto'
import { AlcoveError } from '../../shared/errors.ts'
import {
  LAUNCHER_NAMES,
  toLauncherLook,
  type LauncherLook,
} from '../../shared/look/launcher-look.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import type { EndedPreview, ShownPreview } from '../preview/previews.ts'
import { toolLabelsOf } from '../projects/assistant-schema.ts'
import { unreadKindsOf } from '../projects/unread-kinds.ts'
import type { Project } from '../projects/project.ts'
import { createEncodedFile, type Assets, type EncodedFile } from './assets.ts'
import { escapeHtml } from './html.ts'

/** Maximum of compressed files of each kind; beyond it the oldest one is made again on request. */
const KEPT_MAX = 200

/** The frame's build, and the origins that it may reach. */
export interface FrameSettings {
  readonly assets: Assets
  readonly publicUrl: string | undefined
  /** Origins of files, if they differ from this service's own. */
  readonly filesOrigins: readonly string[]
  /** Origins of the API that the frame was built for, if not this service's own. */
  readonly apiOrigins: readonly string[]
}

interface FramePage {
  readonly file: EncodedFile
  readonly headers: Readonly<Record<string, string>>
}

/** The frame's documents of one server. */
export interface FramePages {
  /** The frame of visitors. */
  readonly live: (project: Project | undefined, basePath: string) => FramePage
  /** The frame of a link to a preview, or of one that has ended. */
  readonly preview: (opened: ShownPreview | EndedPreview, basePath: string) => FramePage
}

/**
 * The frame's document of each project, made on first request. Without a project: a page that cannot be
 * embedded and does not say why.
 */
export function createFramePages(settings: FrameSettings): FramePages {
  const pageOf = keepLatest((config: FrameConfig): FramePage => ({
    file: createFrameDocument(settings.assets.frameHtml, config),
    headers: frameHeaders(config, settings),
  }))
  // A project without host pages looks like a missing one.
  return {
    live: (project, basePath) =>
      pageOf(isOpen(project) ? toConfig(project, basePath) : REFUSED_CONFIG),
    preview(opened, basePath) {
      const { project } = opened
      if (opened.type === 'shown') return pageOf(toPreviewConfig(opened, basePath))
      if (!isOpen(project)) return pageOf(REFUSED_CONFIG)
      const preview = { state: opened.reason, canLeave: true }
      return pageOf({ ...toConfig(project, basePath), preview })
    },
  }
}

const MS_PER_SECOND = 1_000

/** The answers come from the preview itself, or as in the live chat from the project's own endpoint. */
function toPreviewConfig(
  { project, place, hosts, isDraft, fault, endsAt }: ShownPreview,
  basePath: string,
): FrameConfig {
  const { assistant: _, ...config } = toConfig(project, basePath)
  return {
    ...config,
    allowedHosts: [...hosts],
    preview: {
      state: fault === undefined ? (isDraft ? 'draft' : 'published') : 'fault',
      endsAt: new Date(endsAt * MS_PER_SECOND).toISOString(),
      ...(fault === undefined ? {} : { fault }),
      canLeave: place === 'site',
    },
  }
}

const toConfig = (
  project: Project,
  basePath: string,
  labels = toolLabelsOf(project),
  unread = unreadKindsOf(project),
): FrameConfig => ({
  project: project.id,
  basePath,
  allowedHosts: [...project.hosts],
  ...(project.readOnly ? { readOnly: true } : {}),
  limits: toLimits(project.limits),
  ...(project.fileTypes === undefined ? {} : { fileTypes: [...project.fileTypes] }),
  ...(unread.length === 0 ? {} : { cannotRead: [...unread] }),
  ...(project.chatEndpoint === undefined ? {} : { chatEndpoint: project.chatEndpoint }),
  ...(project.assistant === undefined ? {} : { assistant: project.assistant }),
  ...(project.look === undefined ? {} : { look: project.look }),
  ...(project.hostReads ? { hostReads: true } : {}),
  ...(project.suggestions ? { suggestions: true } : {}),
  ...(labels.size === 0 ? {} : { toolLabels: Object.fromEntries(labels) }),
  ...(project.authorization.connectUrl === undefined
    ? {}
    : { connectUrl: project.authorization.connectUrl }),
  ...(project.authorization.verificationHosts.length === 0
    ? {}
    : { verificationHosts: [...project.authorization.verificationHosts] }),
})

/** Limits that people and pages would otherwise meet only as a refusal. */
const toLimits = ({ amounts }: LimitTable): FrameConfig['limits'] => ({
  userTextCharacters: amounts.userTextCharacters,
  filesPerMessage: amounts.filesPerMessage,
  fileBytes: amounts.fileBytes,
  anonymousFileBytes: Math.min(amounts.anonymousFileBytes, amounts.fileBytes),
  imageBytes: amounts.imageBytes,
  toolsPerRun: amounts.toolsPerRun,
  toolSchemaBytes: amounts.toolSchemaBytes,
})

/**
 * The same for a project that is unknown, suspended or without host pages, so that a caller cannot tell
 * which.
 */
const REFUSED_CONFIG: FrameConfig = { project: '', basePath: '', allowedHosts: [] }

const HEAD_PATTERN = /<head(\s[^>]*)?>/i

/** The built document with its configuration in a meta tag, so that no inline script is needed. */
export function createFrameDocument(html: string, config: FrameConfig): EncodedFile {
  if (!HEAD_PATTERN.test(html)) {
    throw new AlcoveError('config_invalid', 'The built frame document has no head.')
  }
  const meta = `<meta name="alcove" content="${escapeHtml(JSON.stringify(config))}" />`
  const text = html.replace(HEAD_PATTERN, (head) => `${head}\n    ${meta}`)
  return createEncodedFile(Buffer.from(text), 'text/html; charset=utf-8')
}

/** Headers of the frame's document. Tests assert them byte for byte; each line counters a threat. */
const frameHeaders = (
  config: FrameConfig,
  settings: FrameSettings,
): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': createPolicy(config, settings),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // Without these two, a host page that is cross-origin isolated shows an empty box.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // If it is opened as a page, it has no opener that could script it.
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
    ["script-src 'self'", ...hashesOf(assets.frameHtml, 'script')].join(' '),
    ["style-src 'self'", ...hashesOf(assets.frameHtml, 'style')].join(' '),
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
    // For one worker at one address each: `widget/markdown/highlighter.ts`, `widget/api/prove-work.ts`.
    'trusted-types alcove-worker alcove-puzzle',
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The document contains the early script and the first style sheet. */
const hashesOf = (html: string, tag: 'script' | 'style'): readonly string[] =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** Finds the default of an option of `loader/page-options.ts` in the built file. */
const placeOf = (name: string) => new RegExp(String.raw`\b(${name}:)(["'\x60]).*?\2`)

/**
 * The loader's file of each project: the project's launcher options replace the defaults, at the smallest
 * cost in bytes. A project without host pages has the plain one.
 */
export function createProjectLoaders({ loader, loaderText }: Assets) {
  const missing = LAUNCHER_NAMES.find((name) => !placeOf(name).test(loaderText))
  if (missing !== undefined) {
    throw new AlcoveError('config_invalid', `The built loader has no default of "${missing}".`, {
      hint: 'Run npm run build first.',
    })
  }
  const loaderOf = keepLatest((defaults: LauncherLook): EncodedFile => {
    const text = Object.entries(defaults).reduce(
      // A function, since a project's text may contain replacement patterns.
      (whole, [name, value]) =>
        whole.replace(placeOf(name), (_, start) => start + toLiteral(value)),
      loaderText,
    )
    return createEncodedFile(Buffer.from(text), loader.type)
  })
  return (project: Project | undefined): EncodedFile => {
    const defaults = isOpen(project) ? toLauncherLook(project.look) : {}
    return Object.keys(defaults).length === 0 ? loader : loaderOf(defaults)
  }
}

/** Escaped for pages that inline the file. */
const toLiteral = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const isOpen = (project: Project | undefined): project is Project =>
  project !== undefined && project.hosts.length > 0

/** Caches the latest results of `make` by their input. */
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
