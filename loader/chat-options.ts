import type { GetToken } from '../shared/bridge/contract.ts'
import type { GivenOptions } from './page-options.ts'

/** Handling of the conversations that the user had here as a visitor without a name. */
interface Merging {
  /** `ask`: the person is asked after sign-in. Default `ask`. */
  merge?: 'ask' | 'always' | 'never'
}

/** A user whose identity the host page's own server confirms. */
export interface TokenAuth extends Merging {
  getToken: GetToken
}

/**
 * A user whose identity the host page's own server confirms with a single token. When it expires, the page
 * has to call `identify` again.
 */
export interface PlainTokenAuth extends Merging {
  token: string
}

/**
 * A user named by the page itself, with a key of scope `browser`: the name is not verified. Kept in memory
 * only. Both ids are 1 to 255 ASCII characters without spaces.
 */
export interface ApiKeyAuth extends Merging {
  apiKey: `pk_${string}`
  userId: string
  workspaceId: string
}

/** Options of `createChat`: those of the script tag, and the user. */
export interface ChatOptions extends GivenOptions {
  /**
   * `token`: no request is sent before `identify`. `none`: the chat is not on the page before `boot`. Default
   * `anonymous`.
   */
  auth?:
    | 'anonymous'
    | 'token'
    | 'none'
    | { anonymous: true }
    | TokenAuth
    | PlainTokenAuth
    | ApiKeyAuth
}
