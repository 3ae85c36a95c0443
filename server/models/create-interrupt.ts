import type { JsonObject } from '../../shared/json.ts'
import { INTERRUPT_NAME } from '../../shared/thread/interrupt.ts'
import type { InterruptCode } from './interrupt-code.ts'

/** What the person has to do before the call can go on. */
export interface InterruptOptions {
  /** For example `TokenVaultError`, or `DEVICE_AUTHORIZATION_PENDING`. */
  readonly code: InterruptCode
  /** A sentence for the person, at most 1,000 characters. Default: `Authorization required`. */
  readonly message?: string
  /** `reload` makes the answer again instead of the call. Default: `resume`. */
  readonly behavior?: 'resume' | 'reload'
  /** Token vault: whose account, for example `google-oauth2`. */
  readonly connection?: string
  readonly scopes?: readonly string[]
  readonly requiredScopes?: readonly string[]
  /** Token vault: further parameters of the address that asks for consent. */
  readonly authorizationParams?: JsonObject
  /** Push to a phone: seconds. */
  readonly request?: { readonly expiresIn?: number; readonly interval?: number }
  /** Push, polled too often: seconds. */
  readonly retryAfter?: number
  /** Device flow: what to type, and at which https address. Times in seconds. */
  readonly response?: {
    readonly userCode: string
    readonly verificationUri: string
    readonly expiresIn?: number
    readonly interval?: number
  }
}

/**
 * What a tool throws when it needs an authorisation of the person first:
 * `throw createInterrupt({ code: 'TokenVaultError', connection: 'google-oauth2' })`. The answer waits,
 * and the tool runs again, with the same arguments, once the person says that it is done.
 */
export function createInterrupt({
  message = 'Authorization required',
  behavior = 'resume',
  ...fields
}: InterruptOptions): Error {
  return Object.assign(new Error(message), { ...fields, behavior, name: INTERRUPT_NAME })
}
