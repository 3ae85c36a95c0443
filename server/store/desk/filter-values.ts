import { sql } from 'kysely'
import { inStatements, type Queryable } from '../database.ts'

/** Kinds of tags, by the beginning of the tag. */
export const TAG_KINDS = ['assistant', 'language', 'tool', 'source', 'page'] as const
export type TagKind = (typeof TAG_KINDS)[number]

/** Values of one filter. */
export const FILTER_VALUES_MAX = 100
/** Newest conversations whose tags are counted. */
const COUNTED_CONVERSATIONS = 500
const COUNTED_TAGS = 10_000

/** Values of each kind of tag in a project: those of the newest conversations by their frequency, then others. */
export async function listFilterValues(
  db: Queryable,
  projectId: string,
): Promise<Readonly<Record<TagKind, readonly string[]>>> {
  const frequent = await countNewest(db, projectId)
  const values = {} as Record<TagKind, readonly string[]>
  for (const kind of TAG_KINDS) {
    const prefix = `${kind}:`
    const known = frequent.filter((tag) => tag.startsWith(prefix))
    const all = new Set([...known, ...(await listTags(db, projectId, prefix))])
    values[kind] = [...all].slice(0, FILTER_VALUES_MAX).map((tag) => tag.slice(prefix.length))
  }
  return values
}

/** Tags of the newest conversations, the most frequent first. */
async function countNewest(db: Queryable, projectId: string): Promise<readonly string[]> {
  const threads = await db
    .selectFrom('thread_facts')
    .select('thread_id')
    .where('project_id', '=', projectId)
    .orderBy('last_at', 'desc')
    .limit(COUNTED_CONVERSATIONS)
    .execute()
  if (threads.length === 0) return []
  const ids = threads.map((row) => row.thread_id)
  const rows = await db
    .selectFrom('thread_tags')
    .select('tag')
    .where('thread_id', 'in', ids)
    .limit(COUNTED_TAGS)
    .execute()
  const counts = new Map<string, number>()
  for (const { tag } of rows) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts.keys()].toSorted((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
}

/** Different tags with a beginning, each by one look at the index. */
async function listTags(
  db: Queryable,
  projectId: string,
  prefix: string,
): Promise<readonly string[]> {
  // The character after the colon of the prefix.
  const end = `${prefix.slice(0, -1)};`
  const { rows } = await sql<{ tag: string }>`
    with recursive tags (tag) as (
      select min(tag) from thread_tags
      where project_id = ${projectId} and tag >= ${prefix} and tag < ${end}
      union all
      select (
        select min(later.tag) from thread_tags as later
        where later.project_id = ${projectId} and later.tag > tags.tag and later.tag < ${end}
      ) from tags where tags.tag is not null
    )
    select tag from tags where tag is not null limit ${FILTER_VALUES_MAX}
  `.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Locations of sources, by their ids; without those that are gone. */
export async function readSourceNames(
  db: Queryable,
  projectIds: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const some of inStatements(ids)) {
    const rows = await db
      .selectFrom('knowledge_sources')
      .select(['id', 'location'])
      .where('id', 'in', some)
      .where('project_id', 'in', projectIds)
      .execute()
    for (const { id, location } of rows) names.set(id, location)
  }
  return names
}
