/** What is done regularly, by one process at a time. */
export type Job = 'removal' | 'recovery'

export interface PurgeQueries {
  /**
   * Does a task, unless a process does that job already, of all that use the database: then it gives
   * undefined. Who dies at it leaves it to the next one; so may come twice what had begun.
   */
  alone<Result>(job: Job, task: () => Promise<Result>): Promise<Result | undefined>
  /**
   * Removes at most `limit` rows of each kind that nobody needs any more: refresh tokens that ended
   * before `now`, runs that ended before `endedBefore` (their answers stay), anonymous visitors whose
   * sessions all ended and whose threads rest since `idleBefore`. Of their reports, scores and events
   * the texts go (attributes, comments, properties), the figures stay. Events of before `eventsBefore`
   * go, everybody's. Returns how many rows went or lost their texts.
   */
  purge(times: {
    readonly now: string
    readonly endedBefore: string
    readonly idleBefore: string
    /** Absent: none go. */
    readonly eventsBefore?: string
    readonly limit: number
  }): Promise<number>
}
