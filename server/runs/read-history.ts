import { decodeRow } from '../../shared/thread/decode-row.ts'
import { attachmentPart, type Message } from '../../shared/thread/message.ts'
import type { MessageRow, RunRow, Scope } from '../store/store.ts'
import { quoteClientMessage } from './quote-client-message.ts'
import { resolveFiles } from './resolve-files.ts'
import type { RunParts } from './run-parts.ts'
import { countMessageBytes, HISTORY_MAX_BYTES, trimHistory } from './trim-history.ts'

/**
 * What a model reads: the talk up to the message that the run answers, then its answer so far. Of
 * whoever has the thread by now: a visitor may have got a name while the run began, or a tool ran.
 */
export async function readHistory(
  { store, files }: Pick<RunParts, 'store' | 'files'>,
  startedBy: Scope,
  { threadId, parentId }: Pick<RunRow, 'threadId' | 'parentId'>,
  answer?: Message,
): Promise<readonly Message[]> {
  const thread = await store.threads.findInProject(startedBy.projectId, threadId)
  const scope = thread ? { ...startedBy, workspaceId: thread.workspaceId } : startedBy
  const rows = await store.messages.path(scope, threadId, parentId, HISTORY_MAX_BYTES)
  const taken = answer ? countMessageBytes(answer) : 0
  const history = trimHistory(
    rows.flatMap((row) => toTrusted(row) ?? []),
    Math.max(0, HISTORY_MAX_BYTES - taken),
  )
  const all = answer ? [...history, withoutFiles(answer)] : history
  return resolveFiles(all, { files, rows: store.files, scope })
}

export function toMessage({ id, createdAt, format, content }: MessageRow): Message | undefined {
  return decodeRow({ id, created_at: createdAt, format, content }, () => {})
}

/** What people say is theirs, whoever stored it; the assistant's words are its own only from here. */
function toTrusted(row: MessageRow): Message | undefined {
  const message = toMessage(row)
  if (message?.role === 'user') return withAttachments(message)
  const said = message && row.origin === 'client' ? quoteClientMessage(message) : message
  return said && withoutFiles(said)
}

/** Their bytes are read when the model is asked. */
const withAttachments = (message: Message): Message => ({
  ...message,
  content: [...message.content, ...(message.attachments ?? []).map(attachmentPart)],
})

/** No model takes a file as said by itself: none is read for it. */
const withoutFiles = (message: Message): Message => ({
  ...message,
  content: message.content.filter(({ type }) => type !== 'file'),
})
