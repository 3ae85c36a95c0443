import type { InferOutput } from 'valibot'
import type { threadMatchSchema, threadSchema } from '../../shared/wire/threads.ts'
import type { MessageLease, MessageTextRow, ThreadMatch, ThreadRow } from '../store/store.ts'

/** Maps rows to the contract's names; the only place that does. */
export function threadJson(row: ThreadRow): InferOutput<typeof threadSchema> {
  return {
    id: row.id,
    project_id: row.projectId,
    workspace_id: row.workspaceId,
    title: row.title,
    is_archived: row.isArchived,
    external_id: row.externalId,
    metadata: row.metadata,
    last_message_at: row.lastMessageAt,
    last_message_text: row.lastText,
    is_running: row.isRunning,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

export function matchJson({
  messageId,
  text,
  ranges,
}: ThreadMatch): InferOutput<typeof threadMatchSchema> {
  return { message_id: messageId, text, ranges: ranges.map(([start, end]) => [start, end]) }
}

/**
 * @param content JSON text, which may be long: included unchanged.
 * @param lease of a client that writes the message itself.
 */
export function messageText(
  row: Omit<MessageTextRow, 'json'>,
  content: string,
  lease?: MessageLease,
): string {
  const before = JSON.stringify({
    id: row.id,
    external_id: row.externalId,
    parent_id: row.parentId,
    format: row.format,
  })
  const after = JSON.stringify({
    height: row.height,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...(lease && { run: runJson(lease) }),
  })
  return `${before.slice(0, -1)},"content":${content},${after.slice(1)}`
}

const runJson = ({ isRunning, quietMs }: MessageLease) => ({
  status: isRunning ? 'running' : 'ended',
  last_heartbeat_ms_ago: quietMs,
})
