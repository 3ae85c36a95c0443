import type { FrameConfig } from '../../shared/wire/frame-config.ts'
import type { LimitTable } from '../limits/limit-table.ts'
import type { Project } from '../projects/project.ts'
import type { EncodedFile } from './encoded-file.ts'
import { createFrameDocument, REFUSED_CONFIG } from './frame-document.ts'
import { frameHeaders } from './frame-headers.ts'
import type { Assets } from './read-assets.ts'

/** Documents that are kept packed; a project more makes the oldest one again when asked. */
export const FRAME_PAGES_MAX = 200

export interface FramePage {
  readonly file: EncodedFile
  readonly headers: Readonly<Record<string, string>>
}

export interface FramePagesSettings {
  readonly assets: Assets
  readonly publicUrl: string | undefined
  readonly filesOrigins: readonly string[]
  /** Whose API the frame was built for, when not this service's own. */
  readonly apiOrigins: readonly string[]
}

/** The frame's document of each project, made when first asked for. */
export interface FramePages {
  /** Without a project: a page that lets nobody in and says nothing of why. */
  of(project: Project | undefined, basePath: string): FramePage
}

export function createFramePages({
  assets,
  publicUrl,
  filesOrigins,
  apiOrigins,
}: FramePagesSettings): FramePages {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const pages = new Map<string, FramePage>()

  function create(config: FrameConfig): FramePage {
    const endpoint = config.chatEndpoint === undefined ? [] : [new URL(config.chatEndpoint).origin]
    return {
      file: createFrameDocument(assets.frameHtml, config),
      headers: frameHeaders({
        hosts: config.allowedHosts,
        calls: [...apiOrigins, ...endpoint, ...filesOrigins],
        images: filesOrigins,
        isSecure,
      }),
    }
  }

  return {
    of(project, basePath) {
      // A project that nobody may embed looks like one that is not there.
      const isOpen = project !== undefined && project.hosts.length > 0
      const config = isOpen ? toConfig(project, basePath) : REFUSED_CONFIG
      const key = JSON.stringify(config)
      const page = pages.get(key) ?? create(config)
      pages.delete(key)
      pages.set(key, page)
      const [oldest] = pages.keys()
      if (pages.size > FRAME_PAGES_MAX && oldest !== undefined) pages.delete(oldest)
      return page
    },
  }
}

const toConfig = (project: Project, basePath: string): FrameConfig => ({
  project: project.id,
  basePath,
  allowedHosts: [...project.hosts],
  ...(project.isReadOnly ? { readOnly: true } : {}),
  limits: toLimits(project.limits),
  ...(project.fileTypes === undefined ? {} : { fileTypes: [...project.fileTypes] }),
  ...(project.chatEndpoint === undefined ? {} : { chatEndpoint: project.chatEndpoint }),
  ...(project.assistant === undefined ? {} : { assistant: project.assistant }),
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
