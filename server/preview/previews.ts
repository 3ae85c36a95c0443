import { AlcoveError } from '../../shared/errors.ts'
import type { DraftProject, Project, Projects } from '../projects/project.ts'
import type { PreviewGrant, PreviewPlace, PreviewTokens } from './preview-tokens.ts'

/** A preview that is shown, with the project as its answers have it. */
export interface ShownPreview {
  readonly type: 'shown'
  readonly place: PreviewPlace
  /** As the draft says, or as it is published: without a draft, and if the draft has a fault. */
  readonly project: Project
  readonly isDraft: boolean
  /** The first fault of the draft. */
  readonly fault?: string
  /** Pages that may embed the frame. */
  readonly hosts: readonly string[]
  /** Seconds since 1970. */
  readonly endsAt: number
}

/** A preview that is not shown: the published settings take its place. */
export interface EndedPreview {
  readonly type: 'ended'
  /** `over`: its time; `gone`: the draft was published or discarded; `invalid`: the link is damaged or forged. */
  readonly reason: 'over' | 'gone' | 'invalid'
  /** Undefined if the project is missing or suspended. */
  readonly project: Project | undefined
}

/** Finds what tokens of previews show. */
export interface Previews {
  open(projectId: string, token: string): Promise<ShownPreview | EndedPreview>
}

export interface PreviewsParts {
  readonly tokens: Pick<PreviewTokens, 'read'>
  readonly projects: Pick<Projects, 'find' | 'findDraft'>
  /** The desk's own origin; undefined: it has that of the chat, whose frames it never embeds. */
  readonly deskUrl: string | undefined
}

export function createPreviews({ tokens, projects, deskUrl }: PreviewsParts): Previews {
  return {
    async open(projectId, token) {
      const live = await projects.find(projectId)
      const end = (reason: EndedPreview['reason']) =>
        ({ type: 'ended', reason, project: live }) as const
      const read = tokens.read(token, projectId)
      if (!live || read.type === 'invalid') return end('invalid')
      if (read.type === 'over') return end('over')
      const { grant } = read
      if (grant.place === 'desk' && deskUrl === undefined) return end('invalid')
      const found = await findDraft(projects, projectId)
      const isFaulty = typeof found === 'string'
      const draft = isFaulty ? undefined : found
      if (!isFaulty && !isOf(grant, draft)) return end('gone')
      return {
        type: 'shown',
        place: grant.place,
        project: draft ?? live,
        isDraft: draft !== undefined,
        ...(isFaulty ? { fault: found } : {}),
        hosts: grant.place === 'desk' ? [deskUrl!] : hostsOf(live, draft),
        endsAt: grant.endsAt,
      }
    },
  }
}

/** Pages of the site where a draft may be shown: also those that the draft adds. */
export const hostsOf = (live: Project, draft: Project | undefined): readonly string[] => [
  ...new Set([...live.hosts, ...(draft?.hosts ?? [])]),
]

/** Returns the fault of a draft as text. */
export async function findDraft(
  projects: Pick<Projects, 'findDraft'>,
  projectId: string,
): Promise<DraftProject | string | undefined> {
  try {
    return await projects.findDraft(projectId)
  } catch (error) {
    if (error instanceof AlcoveError && error.code === 'invalid_request') return error.message
    throw error
  }
}

/** Whether a token was made for this draft. */
const isOf = ({ beganRevision }: PreviewGrant, draft: DraftProject | undefined): boolean =>
  beganRevision === 0 || draft?.beganRevision === beganRevision
