import { createMessageId } from '../../shared/ids.ts'
import { rowText, type ChatClient, type SavedRow } from './chat-client.ts'
import { createChats, type Place } from './create-chats.ts'
import type { Field, Look, Operation, Outcome, SeenRow } from './history.ts'

/** Relative frequency of each kind of operation. */
const SHARES = { send: 40, look: 20, again: 8, stop: 10, title: 8, archive: 8, remove: 2 } as const
type Kind = keyof typeof SHARES
const KINDS = Object.keys(SHARES) as Kind[]
const BAG: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
)

export interface PlayerSettings {
  readonly number: number
  /** The same visitor at each process. */
  readonly clients: readonly ChatClient[]
  readonly random: () => number
  /** Row ids; shared by all players, who delete some and create others. */
  readonly threads: string[]
  /** Results of all operations, in the order in which they ended. */
  readonly operations: Operation[]
}

export interface Player {
  /** Makes one operation, at one of the processes. Never rejects. */
  play(): Promise<void>
  /** Resolves when every answer has ended for its reader. */
  done(): Promise<unknown>
}

/** A client that makes random operations. */
export function createPlayer(settings: PlayerSettings): Player {
  const { number, clients, random, threads, operations } = settings
  const seen = new Map<string, readonly SeenRow[]>()
  const chats = createChats({ random, operations, rowsOf: (thread) => seen.get(thread) ?? [] })
  const below = (count: number) => Math.floor(random() * count)

  async function look(client: ChatClient, place: Place) {
    const found = await lookAt(client, place.thread).catch(() => undefined)
    if (!found) return
    seen.set(place.thread, found.rows)
    operations.push({ ...place, ...found })
  }

  async function stop(client: ChatClient, place: Place) {
    const path = `/chat/${place.thread}/stop`
    const { body, ...told } = await tell(client, path, { method: 'POST', body: '{}' })
    const rows = (body as { removed?: { external_id: string }[] } | undefined)?.removed ?? []
    const removed = rows.map(({ external_id }) => external_id)
    operations.push({ ...place, ...told, type: 'stop', removed })
  }

  async function change(client: ChatClient, place: Place, field: Field, value: string | boolean) {
    const body = JSON.stringify({ [field]: value })
    const { body: _, ...told } = await tell(client, pathOf(place), { method: 'PUT', body })
    operations.push({ ...place, ...told, type: 'write', field, value: String(value) })
  }

  async function remove(client: ChatClient, place: Place) {
    const { body: _, ...told } = await tell(client, pathOf(place), { method: 'DELETE' })
    operations.push({ ...place, ...told, type: 'delete' })
    const next = await beginThread(client, operations).catch(() => undefined)
    const index = threads.indexOf(place.thread)
    if (next !== undefined && index !== -1) threads[index] = next
  }

  const plays: Readonly<Record<Kind, (client: ChatClient, place: Place) => Promise<void>>> = {
    send: chats.send,
    again: chats.again,
    look,
    stop,
    title: (client, place) => change(client, place, 'title', `title ${createMessageId()}`),
    archive: (client, place) => change(client, place, 'is_archived', random() < 0.5),
    remove,
  }
  return {
    done: chats.done,
    play() {
      const process = below(clients.length)
      const place = { client: number, process, thread: threads[below(threads.length)]! }
      return plays[BAG[below(BAG.length)]!](clients[process]!, place)
    },
  }
}

/** A thread with a title, so that the server gives it none. */
export async function beginThread(client: ChatClient, operations: Operation[]): Promise<string> {
  const from = performance.now()
  const title = `first ${createMessageId()}`
  const body = JSON.stringify({ title, last_message_at: new Date().toISOString() })
  const response = await client.call('/threads', { method: 'POST', body })
  if (!response.ok) throw new Error(`No thread was made: ${response.status}`)
  const { thread_id: thread } = (await response.json()) as { thread_id: string }
  const until = performance.now()
  const begun = { client: 0, process: 0, thread, from, until, outcome: 'done' as const }
  operations.push(
    { ...begun, type: 'write', field: 'title', value: title },
    { ...begun, type: 'write', field: 'is_archived', value: 'false' },
  )
  return thread
}

/** The thread with its rows; undefined if the server could not answer. */
export async function lookAt(
  client: ChatClient,
  thread: string,
): Promise<Omit<Look, 'client' | 'process'> | undefined> {
  const from = performance.now()
  // The thread last: a removed one has an empty list, and one that still exists was not removed before.
  const list = await client.call(`${pathOf({ thread })}/messages`)
  const answer = await client.call(pathOf({ thread }))
  if (answer.status >= 500 || list.status >= 500) return undefined
  const isThere = answer.status === 200 && list.status === 200
  const { title, is_archived } = (await answer.json()) as Record<Field, unknown>
  const { messages = [] } = (await list.json()) as { messages?: SavedRow[] }
  return {
    type: 'look',
    thread,
    from,
    until: performance.now(),
    fields: isThere ? { title: String(title), is_archived: String(is_archived) } : undefined,
    rows: isThere ? messages.toReversed().map(toSeen) : [],
  }
}

const pathOf = ({ thread }: Pick<Place, 'thread'>): string =>
  `/threads/${encodeURIComponent(thread)}`

const toSeen = (row: SavedRow): SeenRow => ({
  id: row.id,
  externalId: row.external_id,
  parent: row.parent_id,
  role: row.content.role,
  text: rowText(row),
  status: row.content.status?.type,
})

/** A call whose status tells its result. */
async function tell(client: ChatClient, path: string, init: RequestInit) {
  const from = performance.now()
  const response = await client.call(path, init).catch(() => undefined)
  const body = (await response?.json().catch(() => undefined)) as unknown
  const isUnknown = response === undefined || response.status >= 500
  const outcome: Outcome = isUnknown ? 'unknown' : response.ok ? 'done' : 'refused'
  return { from, until: isUnknown ? Infinity : performance.now(), outcome, body }
}
