import { AlcoveError } from '../../shared/errors.ts'
import type { Identity } from '../auth/identity.ts'
import type { BodyReservation } from '../limits/body-budget.ts'
import type { Project } from '../projects/project.ts'
import type { DeskPlace } from './desk-address.ts'

/** Values that middleware hands to the handlers behind it. */
export interface AppEnv {
  Bindings: {
    /** Node's request, if there is one. */
    readonly incoming?: {
      readonly socket: { readonly remoteAddress?: string | undefined }
      /** The target of the request line. */
      readonly url?: string | undefined
      /** Each header with all of its lines. */
      readonly headersDistinct?: NodeJS.Dict<string[]>
    }
    /** True if the caller's address has too many open requests; see `open-requests.ts`. */
    readonly isTooMany?: boolean
  }
  Variables: {
    /** In logs and in the answer, so that each can be found by the other. */
    requestId: string
    project: Project
    /** True if `project` stands in for a missing or suspended project. */
    isAbsent: boolean
    /** The project's base as the caller wrote it: `https://x`, or `https://x/p/shop`. */
    base: string
    /** Address that limits are counted by; see `client-address.ts`. */
    address: string
    /** Set if the address made too many calls; then only named users are answered. */
    addressRefusal: AlcoveError | undefined
    identity: Identity
    /** Set for calls of the desk alone. */
    deskPlace?: DeskPlace
    /** Counts the bytes of the request's body while they are in memory. */
    bodyReservation?: BodyReservation
  }
}

/**
 * For callers that ask for a visitor's first token, and for proven callers of a suspended project. All others
 * get the refusal of an existing project, so that strangers cannot find out who is a customer here.
 */
export const createAbsentError = (): AlcoveError =>
  new AlcoveError('not_found', 'Project not found')
