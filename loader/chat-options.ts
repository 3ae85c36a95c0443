import type { GetToken } from '../shared/bridge/contract.ts'
import type { GivenOptions } from './page-options.ts'

/** What becomes of the conversations that somebody had here as a visitor without a name. */
interface Merging {
  /** `ask`: the person is asked once they are signed in. Default `ask`. */
  merge?: 'ask' | 'always' | 'never'
}

/** A user whom the host page's own server names. */
export interface TokenAuth extends Merging {
  getToken: GetToken
}

/** A user whom the host page's own server names with one token: when that is over, the page says who chats anew. */
export interface PlainTokenAuth extends Merging {
  token: string
}

/**
 * A user whom the page itself names, with a key of scope `browser`: nobody vouches for the name. Kept
 * in memory only. Both ids are 1 to 255 ASCII characters without spaces.
 */
export interface ApiKeyAuth extends Merging {
  apiKey: `pk_${string}`
  userId: string
  workspaceId: string
}

/** What `createChat` takes: the script tag's attributes, and who chats. */
export interface ChatOptions extends GivenOptions {
  /**
   * `token`: nothing is asked of the server before `identify`; `none`: nothing is there before `boot`. Default
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
