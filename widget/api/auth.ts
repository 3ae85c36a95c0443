/** Who calls. One strategy per identity; an identity change makes a new one. */
export interface Auth {
  /** Sent with every call, besides the token. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether a call could succeed without making a new identity. */
  hasIdentity(): boolean
  /**
   * The access token. `null` when there is nobody yet and `mayMint` forbids to make somebody.
   *
   * @throws AlcoveError `auth_failed`, `token_malformed`, `call_timeout`, or a failed call's.
   */
  token(options: TokenOptions): Promise<string | null>
  /** Another token after the server refused this one; the same one when there is no other. Same errors. */
  replace(refused: string, options: TokenOptions): Promise<string | null>
  /** Takes over a token that an answer carries; every answer is shown to it. */
  inspect(response: Response): void
  /** The error to report when the replacement was refused as well. */
  refusal(error: unknown): unknown
}

export interface TokenOptions {
  /** Whether a new anonymous identity may be made: only when a message is sent. */
  readonly mayMint: boolean
  readonly signal?: AbortSignal | undefined
}
