import type { Preview, PreviewBody } from '../../shared/desk/preview.ts'
import { PREVIEW_MINUTES } from '../../shared/desk/preview.ts'
import type { PreviewFrames } from '../../shared/desk/settings.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { PREVIEW_NAME, previewFramePath } from '../../shared/preview-link.ts'
import { matchesOrigin } from '../projects/origins.ts'
import type { Projects } from '../projects/project.ts'
import type { PreviewTokens } from './preview-tokens.ts'
import { findDraft, hostsOf } from './previews.ts'

const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60

export interface PreviewMakerParts {
  readonly tokens: Pick<PreviewTokens, 'sign'>
  readonly projects: Pick<Projects, 'find' | 'findDraft'>
  /** The desk's own origin; undefined: it has that of the chat. */
  readonly deskUrl: string | undefined
  /** The chat's origin; undefined: no setting says it. */
  readonly chatUrl: string | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Makes links to previews, for the desk. */
export interface PreviewMaker {
  /** Whether the desk can embed the chat, or why not. */
  readonly frames: PreviewFrames
  /** Pages of the site where a draft may be shown. */
  hosts(projectId: string): Promise<readonly string[]>
  /**
   * @throws AlcoveError `conflict` without a draft (for `site`) or without an origin of its own (for `desk`),
   * `invalid_request` for a page that is not on one of the project's hosts, `not_found`.
   */
  make(projectId: string, body: PreviewBody): Promise<Preview>
}

export function createPreviewMaker(parts: PreviewMakerParts): PreviewMaker {
  const { tokens, projects, deskUrl, chatUrl, now } = parts

  async function read(projectId: string) {
    const live = await projects.find(projectId)
    if (!live) throw new AlcoveError('not_found', 'Project not found')
    const draft = await findDraft(projects, projectId)
    return { draft, hosts: hostsOf(live, typeof draft === 'string' ? undefined : draft) }
  }

  return {
    frames:
      deskUrl === undefined ? 'one-origin' : chatUrl === undefined ? 'no-address' : 'available',
    hosts: async (projectId) => (await read(projectId)).hosts,
    async make(projectId, { place, page, minutes = PREVIEW_MINUTES }) {
      const { draft, hosts } = await read(projectId)
      const endsAt = Math.floor(now() / MS_PER_SECOND) + minutes * SECONDS_PER_MINUTE
      const ends = { endsAt: new Date(endsAt * MS_PER_SECOND).toISOString() }
      if (place === 'desk') {
        if (deskUrl === undefined || chatUrl === undefined) throw createOriginError()
        const token = tokens.sign({ projectId, place, beganRevision: 0, endsAt })
        return { url: `${chatUrl}/${previewFramePath(projectId, token)}`, token, ...ends }
      }
      if (typeof draft === 'string') throw new AlcoveError('invalid_request', draft)
      if (!draft) {
        throw new AlcoveError('conflict', 'There is no draft: what is published is shown anyway.')
      }
      const url = readPage(page, hosts)
      const { beganRevision } = draft
      const token = tokens.sign({ projectId, place, beganRevision, endsAt })
      // An address that holds a place of its page keeps it.
      url.hash = `${url.hash === '' ? '' : `${url.hash}&`}${PREVIEW_NAME}=${token}`
      return { url: url.href, token, ...ends }
    },
  }
}

/** @throws AlcoveError `invalid_request`. */
function readPage(page: string | undefined, hosts: readonly string[]): URL {
  const first = hosts.find((host) => !host.includes('*'))
  const text = page === undefined || page === '' ? first : page
  if (text === undefined) {
    throw new AlcoveError('invalid_request', 'page: expected the address of a page of your site.')
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && matchesOrigin(hosts, url.origin) && url.username + url.password === '') return url
  throw new AlcoveError(
    'invalid_request',
    `page: expected an address on a host of the project: ${hosts.join(', ') || 'it has none'}.`,
  )
}

const createOriginError = (): AlcoveError =>
  new AlcoveError('conflict', 'The desk embeds the chat only from another origin.', {
    hint: 'Set ALCOVE_DESK_URL and ALCOVE_PUBLIC_URL.',
  })
