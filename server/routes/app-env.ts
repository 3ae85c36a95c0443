import type { Identity } from '../auth/identity.ts'

/** What middleware learns about a request, for the handlers behind it. */
export interface AppEnv {
  Bindings: {
    /** Node's request, where there is one. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
  }
  Variables: {
    /** In logs and in the answer, to find one by the other. */
    requestId: string
    /** A project that exists. */
    project: string
    /** Whom limits count; see `client-address.ts`. */
    address: string
    identity: Identity
  }
}
