export interface PurgeQueries {
  /**
   * Removes at most `limit` rows of each kind that nobody needs any more: refresh tokens that ended
   * before `now`, runs that ended before `endedBefore` (their answers stay), anonymous visitors whose
   * sessions all ended and whose threads rest since `idleBefore`. Of their reports, scores and events
   * the texts go (attributes, comments, properties), the figures stay. Returns how many rows went or
   * lost their texts.
   */
  purge(times: {
    readonly now: string
    readonly endedBefore: string
    readonly idleBefore: string
    readonly limit: number
  }): Promise<number>
}
