import type { AlcoveError } from '../shared/errors.ts'
import type { TokenQuestion } from '../shared/bridge/contract.ts'

/** Who opened or closed the panel. */
export type Actor = 'user' | 'api'

/** What `on` can listen to, with what the listener receives. */
export interface ChatEvents {
  /** The frame has loaded and both sides have proved who they are. Again after each reload of it. */
  ready: { readonly build: string }
  open: { readonly by: Actor }
  close: { readonly by: Actor }
  error: AlcoveError
}

/**
 * Asks the host page's own server for a token. `null` says that there is none. The signal aborts
 * after 10 seconds.
 */
export type GetToken = (
  question: TokenQuestion & { readonly signal: AbortSignal },
) => string | null | Promise<string | null>

/** One chat on the page. After `destroy` every call but `destroy` rejects with `destroyed`. */
export interface ChatInstance {
  /**
   * Opens the panel. Resolves when the composer is usable, or when the panel was closed before it
   * was. Rejects with `frame_timeout`, `origin_not_allowed`, `version_skew` or `call_timeout`.
   */
  open(): Promise<void>
  close(): Promise<void>
  toggle(): Promise<void>
  /** Returns how to stop listening. Throws `config_invalid` for an unknown event. */
  on<Name extends keyof ChatEvents>(
    event: Name,
    listener: (payload: ChatEvents[Name]) => void,
  ): () => void
  /**
   * Says that a person is signed in. Only stores the function: it is called when the frame needs a
   * token. Rejects with `config_invalid`, or with what the frame's server says about the token when
   * the frame already runs.
   */
  identify(identity: { getToken: GetToken }): Promise<void>
  /** Removes everything from the page. A second call does nothing. */
  destroy(): void
}
