export interface SessionRow {
  /** SHA-256 of the refresh token, hex. */
  readonly tokenHash: string
  /** All tokens that descend from one sign-in. */
  readonly sessionId: string
  readonly projectId: string
  readonly userId: string
  /** Hash of the token that this one replaced. */
  readonly parentHash: string | null
  /** Hash of the token that replaced this one, once it was used. */
  readonly childHash: string | null
  readonly createdAt: string
  /** When it was first exchanged for a child. */
  readonly usedAt: string | null
  readonly expiresAt: string
  /** When the session's first token was made: the absolute limit counts from here. */
  readonly startedAt: string
}

export interface SessionQueries {
  create(session: SessionRow): Promise<void>
  find(tokenHash: string): Promise<SessionRow | undefined>
  /**
   * Marks the parent used and adds its child, once: false when the parent has a child already. The
   * parent is kept as long as its child: whoever lost the child comes back with it.
   */
  rotate(parentHash: string, child: SessionRow): Promise<boolean>
  /** These tokens end at `expiresAt`, unless they end later already. False: none of them is there any more. */
  extend(tokenHashes: readonly string[], expiresAt: string): Promise<boolean>
  /** Removes every token of a session. */
  revoke(sessionId: string): Promise<void>
  /** Removes every session of a user. */
  revokeUser(projectId: string, userId: string): Promise<void>
}
