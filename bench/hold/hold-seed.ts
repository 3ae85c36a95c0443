import { randomBytes } from 'node:crypto'
import type { SeedOwner } from '../store-seed.ts'
import type { Bulk, Row } from '../store-bulk.ts'

const BATCH_BYTES = 4_000_000
const DAY_MS = 86_400_000

export interface SeededThread {
  readonly id: string
  /** From the root to the leaf. */
  readonly messageIds: readonly string[]
}

export interface ThreadSeed {
  readonly owner: SeedOwner
  readonly format?: string
  /** Messages in order, each a child of the previous one. */
  readonly contents: readonly object[]
}

export const createId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`

/** Writes a thread directly into the database; through the server it would take hours for all of them. */
export async function seedThread(
  bulk: Bulk,
  { owner, format = 'aui/v0', contents }: ThreadSeed,
): Promise<SeededThread> {
  const scope = { project_id: owner.projectId, workspace_id: owner.workspaceId }
  const id = createId('thread')
  const begun = Date.now() - DAY_MS
  const time = (index: number) => new Date(begun + index).toISOString()
  const named = { external_id: null, created_at: time(0), updated_at: time(0) }
  await bulk.insert('threads', [
    {
      id,
      ...scope,
      ...named,
      user_id: owner.userId,
      title: 'A question',
      is_archived: 0,
      metadata: null,
      last_message_at: time(contents.length),
    },
  ])
  const messageIds = contents.map(() => createId('msg'))
  let batch: Row[] = []
  let bytes = 0
  for (const [height, content] of contents.entries()) {
    const text = JSON.stringify(content)
    bytes += text.length
    batch.push({
      id: messageIds[height]!,
      ...scope,
      ...named,
      thread_id: id,
      parent_id: messageIds[height - 1] ?? null,
      format,
      content: text,
      height,
      created_at: time(height),
    })
    if (bytes < BATCH_BYTES && batch.length < 1_000 && height < contents.length - 1) continue
    await bulk.insert('messages', batch)
    batch = []
    bytes = 0
  }
  return { id, messageIds }
}
