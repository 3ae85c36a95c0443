import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../auth/secret.ts'

/** `site`: pages of the owner's site may embed the frame; `desk`: the desk alone. */
export type PreviewPlace = 'site' | 'desk'

/** The content of a token. */
export interface PreviewGrant {
  readonly projectId: string
  readonly place: PreviewPlace
  /** The revision with which the shown draft began; 0: the project's draft of any time, or else its published settings. */
  readonly beganRevision: number
  /** Seconds since 1970; from then on the token shows nothing. */
  readonly endsAt: number
}

export type ReadPreview =
  | { readonly type: 'valid'; readonly grant: PreviewGrant }
  /** Its time is over. */
  | { readonly type: 'over' }
  /** Forged, damaged, or of another project. */
  | { readonly type: 'invalid' }

/**
 * Tokens that show a draft. They name no person and admit to no call of the API. Their shape is
 * `<project>.<place>.<revision>.<end>.<signature>`, so that a page with several chats finds its own.
 */
export interface PreviewTokens {
  sign(grant: PreviewGrant): string
  read(token: string, projectId: string): ReadPreview
}

const LETTERS = { site: 's', desk: 'd' } as const satisfies Record<PreviewPlace, string>
const TOKEN_PATTERN = /^([a-z0-9-]{1,63})\.([sd])\.(\d{1,10})\.(\d{1,11})\.([\w-]{43})$/
const MS_PER_SECOND = 1_000

/** @param now milliseconds since 1970. */
export function createPreviewTokens(secret: string, now: () => number): PreviewTokens {
  const key = deriveKey(secret, 'preview-links')
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    sign({ projectId, place, beganRevision, endsAt }) {
      const text = `${projectId}.${LETTERS[place]}.${beganRevision}.${endsAt}`
      return `${text}.${signatureOf(text)}`
    },
    read(token, projectId) {
      const [, project, letter, beganRevision, endsAt, signature] = TOKEN_PATTERN.exec(token) ?? []
      if (project !== projectId || signature === undefined) return { type: 'invalid' }
      const signed = signatureOf(token.slice(0, -signature.length - 1))
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signed))) return { type: 'invalid' }
      if (Number(endsAt) * MS_PER_SECOND <= now()) return { type: 'over' }
      const place = letter === LETTERS.desk ? 'desk' : 'site'
      const grant = { projectId, place, beganRevision: Number(beganRevision) } as const
      return { type: 'valid', grant: { ...grant, endsAt: Number(endsAt) } }
    },
  }
}
