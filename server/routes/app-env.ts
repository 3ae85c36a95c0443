import type { Identity } from '../auth/identity.ts'
import type { BodyRoom } from '../limits/body-budget.ts'
import type { Project } from '../projects/project.ts'

/** What middleware learns about a request, for the handlers behind it. */
export interface AppEnv {
  Bindings: {
    /** Node's request, where there is one. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
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
    identity: Identity
    /** Counts the request's body while it is in memory. */
    bodyRoom?: BodyRoom
  }
}
