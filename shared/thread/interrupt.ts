import type { JsonObject } from '../json.ts'

/** What an error's text begins with when it is an interrupt of an authorisation flow (`wire.md` 7). */
export const INTERRUPT_PREFIX = 'AUTH0_AI_INTERRUPTION:'

/** What the person has to do, whatever the code is called in the version that raised it. */
export type InterruptKind =
  | 'token-vault'
  | 'access-denied'
  | 'no-push-notifications'
  | 'request-expired'
  | 'pending'
  | 'polling-error'
  | 'invalid-grant'

/** A call that waits for an authorisation. */
export interface Interrupt {
  /** As the identity provider's library spells it, for example `TokenVaultError`. */
  readonly code: string
  readonly kind: InterruptKind
  /** `push`: a request to the person's phone; `device`: a code to type elsewhere. */
  readonly flow: 'token-vault' | 'push' | 'device'
  readonly message: string
  /** `reload`: the answer is made again; `resume`: the call goes on. */
  readonly behavior: 'resume' | 'reload'
  readonly toolCall: { readonly id: string; readonly name: string }
  /** Token vault. */
  readonly connection?: string
  readonly scopes?: readonly string[]
  readonly requiredScopes?: readonly string[]
  readonly authorizationParams?: JsonObject
  /** Push: seconds. */
  readonly expiresIn?: number
  /** Push and device: seconds between two looks. */
  readonly interval?: number
  /** Device. */
  readonly userCode?: string
  readonly verificationUri?: string
}
