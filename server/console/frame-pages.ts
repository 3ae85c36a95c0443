import { AlcoveError } from '../../shared/errors.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import { toolLabelsOf } from '../projects/assistant-schema.ts'
import type { Project } from '../projects/project.ts'
import { createEncodedFile, type Assets, type EncodedFile } from './assets.ts'
import { escapeHtml } from './html.ts'

/** Documents that are kept packed; a project more makes the oldest one again when asked. */
const FRAME_PAGES_MAX = 200

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
  const pages = new Map<string, FramePage>()

  return (project: Project | undefined, basePath: string): FramePage => {
    // A project that nobody may embed looks like one that is not there.
    const isOpen = project !== undefined && project.hosts.length > 0
    const config = isOpen ? toConfig(project, basePath) : REFUSED_CONFIG
    const key = JSON.stringify(config)
    const page = pages.get(key) ?? {
      file: createFrameDocument(settings.assets.frameHtml, config),
      headers: frameHeaders(config, settings),
    }
    pages.delete(key)
    pages.set(key, page)
    const [oldest] = pages.keys()
    if (pages.size > FRAME_PAGES_MAX && oldest !== undefined) pages.delete(oldest)
    return page
  }
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

/** The built document with its configuration in a meta tag: no inline script, nothing to run. */
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
  { publicUrl, apiOrigins, filesOrigins }: FrameSettings,
): string {
  const ancestors = allowedHosts.length === 0 ? "'none'" : allowedHosts.join(' ')
  const endpoint = chatEndpoint === undefined ? [] : [new URL(chatEndpoint).origin]
  return [
    "default-src 'none'",
    "script-src 'self'",
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
    // For one worker of one address: `widget/markdown/start-highlight-worker.ts`.
    'trusted-types alcove-worker',
    ...(publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
