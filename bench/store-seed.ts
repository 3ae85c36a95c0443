import { randomBytes } from 'node:crypto'
import type { Bulk, Row } from './store-bulk.ts'
import type { StoreScale } from './store-scale.ts'

const BATCH_ROWS = 1_000
const DAY_MS = 86_400_000
const MESSAGE_TEXT =
  'The order left our house on Tuesday, and the carrier says that it will be with you tomorrow ' +
  'before noon. Should nobody be at home, it waits for a week at the post office in your street; ' +
  'the card in your letter box says which. Anything else that you would like to know?'

/** Owner of the seeded rows. */
export interface SeedOwner {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
}

export interface Seeded {
  /** Newest first, like in the list. */
  readonly threadIds: readonly string[]
  readonly longThreadId: string
  /** From the root to the leaf. */
  readonly longMessageIds: readonly string[]
}

/** Fills the tables directly; through the server it would take hours. */
export async function seedStore(
  bulk: Bulk,
  owner: SeedOwner,
  { threads, messages, longThread }: Pick<StoreScale, 'threads' | 'messages' | 'longThread'>,
): Promise<Seeded> {
  const now = Date.now()
  const threadIds = Array.from({ length: threads }, () => createId('thread'))
  const scope = { project_id: owner.projectId, workspace_id: owner.workspaceId }
  await insertAll(bulk, 'threads', threads, (index) => {
    const time = new Date(now - (index + 1) * (DAY_MS / threads)).toISOString()
    return {
      id: threadIds[index]!,
      ...scope,
      user_id: owner.userId,
      title: `Question ${index + 1}`,
      is_archived: 0,
      external_id: null,
      metadata: null,
      last_message_at: time,
      created_at: time,
      updated_at: time,
    }
  })

  // In the middle of the list, like any other.
  const longIndex = Math.floor(threads / 2)
  const others = threadIds.filter((_, index) => index !== longIndex)
  const perThread = others.length === 0 ? 0 : Math.ceil((messages - longThread) / others.length)
  const longMessageIds: string[] = []
  let parent: string | null = null
  await insertAll(bulk, 'messages', messages, (index) => {
    const isLong = index < longThread
    const rest = index - longThread
    const threadId = isLong ? threadIds[longIndex]! : others[Math.floor(rest / perThread)]!
    const height = isLong ? index : rest % perThread
    const id = createId('msg')
    const row = messageRow(
      scope,
      { id, threadId, parent: height === 0 ? null : parent, height, index },
      now,
    )
    if (isLong) longMessageIds.push(id)
    parent = id
    return row
  })
  await bulk.finish()
  return { threadIds, longThreadId: threadIds[longIndex]!, longMessageIds }
}

function messageRow(
  scope: Row,
  place: { id: string; threadId: string; parent: string | null; height: number; index: number },
  now: number,
): Row {
  const role = place.height % 2 === 0 ? 'user' : 'assistant'
  const time = new Date(now - DAY_MS + place.height).toISOString()
  return {
    id: place.id,
    ...scope,
    thread_id: place.threadId,
    parent_id: place.parent,
    external_id: null,
    format: 'aui/v0',
    content: JSON.stringify({ role, content: [{ type: 'text', text: textOf(place.index) }] }),
    height: place.height,
    created_at: time,
    updated_at: time,
  }
}

/** A word that no other message contains. */
export const rareWord = (index: number): string => `ref${index}z`

const textOf = (index: number): string => `${MESSAGE_TEXT} ${rareWord(index)}`

async function insertAll(
  bulk: Bulk,
  table: string,
  count: number,
  createRow: (index: number) => Row,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH_ROWS) {
    const length = Math.min(BATCH_ROWS, count - first)
    await bulk.insert(
      table,
      Array.from({ length }, (_, index) => createRow(first + index)),
    )
  }
}

const createId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`
