import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTurns } from '../../steps/in-turns.ts'
import type { ConversationPage, Store } from '../../store/store.ts'
import type { Cover } from './cover.ts'
import { exportLines, type LineWriter } from './export-lines.ts'

/** Bounds of one export. */
export interface ExportBounds {
  /** Messages. */
  readonly rows: number
  /** Bytes of all lines. */
  readonly bytes: number
}
export const EXPORT_BOUNDS: ExportBounds = { rows: 200_000, bytes: 268_435_456 }
/** A text of this length is sent before more lines are added to it. */
const PART_CHARACTERS = 65_536
/** Conversations whose facts are in memory at once. */
const CONVERSATIONS_AT_ONCE = 50

interface ExportSource {
  readonly store: Pick<Store, 'conversations'>
  readonly page: Pick<ConversationPage, 'projectIds' | 'filter' | 'text'>
  readonly cover: Cover
  readonly write: LineWriter
  readonly bounds?: ExportBounds
}

/**
 * Texts of an export in order, the newest conversation first. Nothing is read before its reader asks for more, and no
 * connection is held in between.
 */
export async function* exportConversations({
  store,
  page,
  cover,
  write,
  bounds = EXPORT_BOUNDS,
}: ExportSource): AsyncGenerator<string, void, void> {
  let rows = 0
  let bytes = 0
  yield write.head
  let after: ConversationPage['after']
  // No limit: the rows and bytes are bounded, and a reader that left ends it.
  for (;;) {
    const list = await store.conversations.list({ ...page, after, limit: CONVERSATIONS_AT_ONCE })
    for (const conversation of list.conversations) {
      const messages = await store.conversations.messages(conversation.projectId, conversation.id)
      const lines = await inTurns(exportLines(conversation, messages, cover, write))
      let part = ''
      for (const line of lines) {
        bytes += Buffer.byteLength(line)
        rows += 1
        if (rows > bounds.rows || bytes > bounds.bytes) {
          yield part + write.cut(cutSentence(bounds))
          return
        }
        part += line
        if (part.length < PART_CHARACTERS) continue
        yield part
        part = ''
      }
      if (part !== '') yield part
    }
    if (list.next === null) return
    after = list.next
    // A reader that left ends the search for more here.
    yield ''
  }
}

const cutSentence = ({ rows, bytes }: ExportBounds): string =>
  `The export ends here: it has at most ${rows} messages and ${bytes} bytes. Choose a shorter time.`

/** A body that reads the texts as fast as its reader takes them. */
export function streamTexts(texts: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Between two texts other calls run, even if all of them are ready.
        await nextTurn()
        const { value, done } = await texts.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await texts.return()
      },
    },
    // Nothing is made ahead of its reader.
    { highWaterMark: 0 },
  )
}
