import type { InferOutput } from 'valibot'
import type { messageRowSchema } from '../../shared/wire/messages.ts'
import type { threadMatchSchema, threadSchema } from '../../shared/wire/threads.ts'
import type { MessageRow, ThreadMatch, ThreadRow } from '../store/store.ts'

/** Rows in the contract's own names: mapped here, once. */
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

export function messageJson(row: MessageRow): InferOutput<typeof messageRowSchema> {
  return {
    id: row.id,
    external_id: row.externalId,
    parent_id: row.parentId,
    format: row.format,
    content: row.content,
    height: row.height,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}
