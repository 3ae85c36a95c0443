import type { ConnectedCases } from './connect-cases.ts'
import { createPreviewMaker, type PreviewMaker } from './preview/make-preview.ts'
import { createPreviewAnswers, type PreviewAnswers } from './preview/preview-answers.ts'
import { createPreviewTokens } from './preview/preview-tokens.ts'
import { createPreviews, type Previews } from './preview/previews.ts'
import type { Projects } from './projects/project.ts'
import type { Runs } from './runs/runs.ts'
import type { Settings } from './settings.ts'

interface PreviewWorld {
  readonly settings: Pick<Settings, 'secret' | 'deskUrl' | 'publicUrl' | 'ownOrigins'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Previews of drafts: their links, their frames and their answers. */
export interface ConnectedPreviews {
  readonly maker: PreviewMaker
  readonly previews: Previews
  readonly answers: PreviewAnswers
}

export function connectPreviews(
  { settings, now }: PreviewWorld,
  projects: Projects,
  runs: Runs,
  { findSide, budget }: Pick<ConnectedCases, 'findSide' | 'budget'>,
): ConnectedPreviews {
  const { secret, deskUrl } = settings
  const tokens = createPreviewTokens(secret, now)
  const chatUrl = chatUrlOf(settings)
  return {
    maker: createPreviewMaker({ tokens, projects, deskUrl, chatUrl, now }),
    previews: createPreviews({ tokens, projects, deskUrl }),
    answers: createPreviewAnswers({ runs, findSide, budget }),
  }
}

/** The chat's origin; undefined: no setting says it. */
export const chatUrlOf = ({
  publicUrl,
  ownOrigins,
}: Pick<Settings, 'publicUrl' | 'ownOrigins'>): string | undefined => publicUrl ?? ownOrigins[0]
