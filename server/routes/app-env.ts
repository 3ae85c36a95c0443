import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from '../auth/identity.ts'
import type { BodyRoom } from '../limits/body-budget.ts'
import type { Project } from '../projects/project.ts'

/** What middleware learns about a request, for the handlers behind it. */
export interface AppEnv {
  Bindings: {
    /** Node's request, where there is one. */
    readonly incoming?: {
      readonly socket: { readonly remoteAddress?: string | undefined }
      /** The target of the request line. */
      readonly url?: string | undefined
      /** Each header with all of its lines. */
      readonly headersDistinct?: NodeJS.Dict<string[]>
    }
    /** Whether the caller's address has too many requests open; see `open-requests.ts`. */
    readonly isTooMany?: boolean
  }
  Variables: {
    /** In logs and in the answer, to find one by the other. */
    requestId: string
    project: Project
    /** Whether `project` only stands for one that is not there, or that was switched off. */
    isAbsent: boolean
    /** The project's base as the caller wrote it: `https://x`, or `https://x/p/shop`. */
    base: string
    /** Whom limits count; see `client-address.ts`. */
    address: string
    /** Set where the address made too many calls; only named users are answered then. */
    addressRefusal: AlcoveError | undefined
    identity: Identity
    /** Counts the request's body while it is in memory. */
    bodyRoom?: BodyRoom
  }
}

/**
 * Said to whoever asks for a visitor's first token, and to whoever proves to be a caller of a project
 * that was switched off. All others are refused as they would be if the project were there: so nobody
 * learns who is a customer here.
 */
export const createAbsentError = (): AlcoveError =>
  new AlcoveError('not_found', 'Project not found')
