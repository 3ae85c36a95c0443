import type { Database } from '../database.ts'
import { tellNotice, type NoticePlace } from './tell-notice.ts'

/** A version of a project's settings that was published. */
export interface PublishedVersion {
  readonly projectId: string
  readonly version: number
  /** Mail of the person; null: the command line. */
  readonly by: string | null
  readonly why: string
}

/** Tells that settings were published, in the transaction that publishes them. */
export const tellPublished = (
  place: NoticePlace,
  { projectId, version, by, why }: PublishedVersion,
): Promise<void> =>
  tellNotice(place, {
    projectId,
    event: 'settings.published',
    data: { version, by, why },
    dedupe: `published ${projectId} ${version}`,
    isKept: true,
  })

/** Published versions that a report names at most. */
const PUBLISHED_LISTED = 10

/** Published versions of the last days, for reports. */
export function createPublishedQueries({ read, write, now, isShared }: Database) {
  return {
    /** Tells of a version that is published without a transaction of its own. */
    tell: (published: PublishedVersion): Promise<void> =>
      write((trx) => tellPublished({ trx, isShared, now: now() }, published)),
    /** Newest first. */
    async list(projectId: string) {
      const rows = await read((db) =>
        db
          .selectFrom('notices')
          .select(['data', 'created_at'])
          .where('project_id', '=', projectId)
          .where('event', '=', 'settings.published')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(PUBLISHED_LISTED)
          .execute(),
      )
      return rows.map((row) => ({
        ...(JSON.parse(row.data) as Omit<PublishedVersion, 'projectId'>),
        at: row.created_at,
      }))
    },
  }
}
