import { createMessageId } from '../../shared/ids.ts'
import type { ChatAnswer, ChatCall, ChatClient } from './chat-client.ts'
import type { Operation, Outcome, SeenRow, Send } from './history.ts'

/** The client, the process and the thread of an operation. */
export interface Place {
  readonly client: number
  readonly process: number
  readonly thread: string
}

export interface Chats {
  /** Sends a new message after the last answer that this client saw. */
  send(client: ChatClient, place: Place): Promise<void>
  /** Makes the last answer that this client saw again. */
  again(client: ChatClient, place: Place): Promise<void>
  /** Resolves when every answer has ended for its reader. */
  done(): Promise<unknown>
}

export interface ChatsSettings {
  readonly random: () => number
  readonly operations: Operation[]
  /** The rows of this client's last look at a thread. */
  readonly rowsOf: (thread: string) => readonly SeenRow[]
}

/** The chat calls of one client, recorded as operations. */
export function createChats({ random, operations, rowsOf }: ChatsSettings): Chats {
  const reading: Promise<void>[] = []

  async function send(client: ChatClient, place: Place) {
    const message = createMessageId()
    // After an answer: the model would merge two consecutive questions.
    const answers = rowsOf(place.thread).filter(
      (row) => row.role === 'assistant' && row.text !== '',
    )
    const parent = answers.at(-1)?.id ?? null
    const isSlow = random() < 0.3
    const pauseMs = Math.floor(random() * 300)
    const text = isSlow ? `say ${message}; wait ${pauseMs}ms; json " and more"` : `say ${message}`
    const reply = isSlow ? `${message} and more` : message
    const before = parent === null ? [] : [{ id: parent, text: '' }]
    const call = { thread: place.thread, messages: [...before, { id: message, text }] }
    const { answer, outcome, answerId, ...times } = await ask(client, call)
    const said: Send = { ...place, ...times, type: 'send', outcome, message, parent, text, reply }
    const index = operations.push(answerId === undefined ? said : { ...said, answer: answerId }) - 1
    if (!answer) return
    const onRemoved = () =>
      void (operations[index] = { ...said, outcome: 'unknown', isTakenBack: true })
    reading.push(readOn(answer, onRemoved))
  }

  async function again(client: ChatClient, place: Place) {
    const rows = rowsOf(place.thread)
    const old = rows.findLast(({ role }) => role === 'assistant')
    const question = rows.find(({ id }) => id === old?.parent)
    if (!old || !question) return
    const messages = [{ id: question.id, text: '' }]
    const call = { thread: place.thread, messages, regenerates: old.id }
    const { answer, outcome, answerId, ...times } = await ask(client, call)
    const made = { ...place, ...times, type: 'again' as const, outcome, parent: question.id }
    operations.push(answerId === undefined ? made : { ...made, answer: answerId })
    if (answer) reading.push(readOn(answer, () => {}))
  }

  return { send, again, done: () => Promise.all(reading) }
}

/** Makes a call up to its first chunk, which confirms that the server has the message. */
async function ask(client: ChatClient, call: ChatCall) {
  const from = performance.now()
  const answer = await client.chat(call).catch(() => undefined)
  const answerId = answer?.status === 200 ? await readStart(answer) : undefined
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500
  const outcome: Outcome = answerId === undefined ? (isRefused ? 'refused' : 'unknown') : 'done'
  const until = outcome === 'unknown' ? Infinity : performance.now()
  return { from, until, outcome, ...(answer && answerId ? { answer, answerId } : {}) }
}

async function readStart(answer: ChatAnswer): Promise<string | undefined> {
  try {
    for await (const chunk of answer.chunks()) if (chunk.type === 'start') return chunk.messageId
  } catch {
    // Its process is gone.
  }
  return undefined
}

async function readOn(answer: ChatAnswer, onRemoved: () => void): Promise<void> {
  try {
    for await (const chunk of answer.chunks()) {
      const metadata =
        chunk.type === 'message-metadata' ? chunk.messageMetadata['alcove'] : undefined
      if (JSON.stringify(metadata ?? null).includes('"removed"')) onRemoved()
    }
  } catch {
    // Its process is gone.
  }
}
