import { inStatements, type Queryable } from '../database.ts'

/** A place in the list of conversations: newest activity first, then by id, descending. */
export interface ConversationPlace {
  readonly id: string
  readonly lastAt: string
}

/** Conversations of a project. All conditions must hold. */
export interface ConversationFilter {
  readonly projectId: string
  /** The last answer ended at this time or later. */
  readonly from?: string | undefined
  /** The last answer ended before this time. */
  readonly to?: string | undefined
  /** Tags as in `thread_tags`. */
  readonly tags: readonly string[]
  readonly withoutTags: readonly string[]
}

export interface ConversationWalk {
  readonly filter: ConversationFilter
  /** From this place on; undefined: from the newest on. */
  readonly after: ConversationPlace | undefined
  readonly limit: number
  readonly bounds: ListBounds
  /** A further condition, asked for conversations that have all others; returns those that have it. */
  readonly choose?: (places: readonly ConversationPlace[]) => Promise<ReadonlySet<string>>
}

/** Found conversations, and where the next walk begins; `null`: there are no more. */
export interface WalkedPage<Place extends ConversationPlace = ConversationPlace> {
  readonly places: readonly Place[]
  readonly next: ConversationPlace | null
}

/** Conversations of a tag that are counted, to find the rarest. */
export const COUNTED_MAX = 1_000
/** Conversations for which {@link ConversationWalk.choose} is asked at once. */
const CHOSEN_AT_ONCE = 100

/** Bounds of one call. */
export interface ListBounds {
  /** Conversations that one query reads if not each of them is wanted. */
  readonly step: number
  /** Conversations that a call looks at. Further ones are for the next page, so that a page may be short or empty. */
  readonly walked: number
  /**
   * Texts that the index is asked for. Up to this many, the conversations of all of them are put in order; of more frequent words, the
   * list of conversations is walked instead, in which they are met soon.
   */
  readonly indexedTexts: number
}
export const LIST_BOUNDS: ListBounds = { step: 500, walked: 5_000, indexedTexts: 1_000 }

/** The newest conversations that a filter wants. The list of the rarest tag is walked, and the other tags are looked up. */
export async function walkConversations(
  db: Queryable,
  { filter, after, limit, choose, bounds }: ConversationWalk,
): Promise<WalkedPage> {
  const driver = await rarestTag(db, filter)
  const others = filter.tags.filter((tag) => tag !== driver)
  const isPlain = others.length + filter.withoutTags.length === 0 && choose === undefined
  const found: ConversationPlace[] = []
  let from = after
  for (let walked = 0; walked < bounds.walked; walked += bounds.step) {
    const step = isPlain ? limit + 1 : bounds.step
    const places = await readStep(db, filter, driver, from, step)
    const tagged = await chooseTagged(db, filter, others, places)
    for (const some of choose ? inStatements(tagged, CHOSEN_AT_ONCE) : [tagged]) {
      const chosen = await choose?.(some)
      found.push(...(chosen ? some.filter(({ id }) => chosen.has(id)) : some))
      if (found.length > limit) break
    }
    if (found.length > limit) return { places: found.slice(0, limit), next: found[limit - 1]! }
    from = places.at(-1)
    if (places.length < step || from === undefined) return { places: found, next: null }
  }
  return { places: found, next: from! }
}

/** Undefined if there are no tags: then all conversations are walked. */
async function rarestTag(db: Queryable, filter: ConversationFilter): Promise<string | undefined> {
  if (filter.tags.length < 2) return filter.tags[0]
  let rarest: { readonly tag: string; readonly count: number } | undefined
  for (const tag of filter.tags) {
    const count = await countTagged(db, filter, tag)
    if (rarest === undefined || count < rarest.count) rarest = { tag, count }
  }
  return rarest?.tag
}

/** Counts no further than {@link COUNTED_MAX}. */
async function countTagged(db: Queryable, filter: ConversationFilter, tag: string) {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('thread_tags')
        .select('thread_id')
        .where('project_id', '=', filter.projectId)
        .where('tag', '=', tag)
        .$if(filter.from !== undefined, (query) => query.where('last_at', '>=', filter.from!))
        .$if(filter.to !== undefined, (query) => query.where('last_at', '<', filter.to!))
        // Without an order, Postgres may scan the table until it has found enough.
        .orderBy('last_at', 'desc')
        .limit(COUNTED_MAX)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function readStep(
  db: Queryable,
  { projectId, from, to }: ConversationFilter,
  tag: string | undefined,
  after: ConversationPlace | undefined,
  limit: number,
): Promise<readonly ConversationPlace[]> {
  const { ref } = db.dynamic
  const rows = await db
    .selectFrom(tag === undefined ? 'thread_facts' : 'thread_tags')
    .select(['thread_id', 'last_at'])
    .where('project_id', '=', projectId)
    .$if(tag !== undefined, (query) => query.where(ref('tag'), '=', tag!))
    .$if(from !== undefined, (query) => query.where('last_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('last_at', '<', to!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('last_at', 'thread_id'), '<', tuple(after!.lastAt, after!.id)),
      ),
    )
    .orderBy('last_at', 'desc')
    .orderBy('thread_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.thread_id, lastAt: row.last_at }))
}

/** Of some conversations those that have these tags, and none of the unwanted ones; in their order. */
export async function chooseTagged<Place extends ConversationPlace>(
  db: Queryable,
  filter: ConversationFilter,
  tags: readonly string[],
  places: readonly Place[],
): Promise<readonly Place[]> {
  const asked = [...tags, ...filter.withoutTags]
  if (asked.length === 0 || places.length === 0) return places
  const rows = await db
    .selectFrom('thread_tags')
    .select(['thread_id', 'tag'])
    .where('project_id', '=', filter.projectId)
    .where('tag', 'in', asked)
    .where(
      'thread_id',
      'in',
      places.map(({ id }) => id),
    )
    .execute()
  const tagsOf = Map.groupBy(rows, (row) => row.thread_id)
  return places.filter(({ id }) => {
    const has = new Set(tagsOf.get(id)?.map(({ tag }) => tag))
    return tags.every((tag) => has.has(tag)) && !filter.withoutTags.some((tag) => has.has(tag))
  })
}
