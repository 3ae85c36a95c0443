import { AlcoveError } from '../../../shared/errors.ts'
import type { Queryable } from '../database.ts'

/** Sources that calls and commands add to a project; the configuration and settings have limits of their own. */
export const ADDED_SOURCES_MAX = 500

/**
 * Counts also those that are being removed: their rows are there until the last of their documents is gone.
 *
 * @throws AlcoveError `quota_exceeded` at {@link ADDED_SOURCES_MAX}.
 */
export async function requireRoomForSource(db: Queryable, projectId: string): Promise<void> {
  const row = await db
    .selectFrom('knowledge_sources')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('project_id', '=', projectId)
    .where('is_fixed', '=', 0)
    .where('is_set', '=', 0)
    .executeTakeFirst()
  if (Number(row?.count ?? 0) < ADDED_SOURCES_MAX) return
  throw new AlcoveError(
    'quota_exceeded',
    `A project has at most ${ADDED_SOURCES_MAX} added sources.`,
    { hint: 'Remove one first, or add a sitemap or an address with the pages below it.' },
  )
}
