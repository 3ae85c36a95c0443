import { checkFields } from './check-fields.ts'
import type { Look, Operation, SeenRow, Send, Stop } from './history.ts'

/**
 * Faults that no serial history explains, one sentence each: lost, doubled, misplaced or reordered messages,
 * answers with another text, runs that never end, fields and deletions that were undone.
 *
 * @param last every client's final look at each process.
 */
export function checkHistory(
  operations: readonly Operation[],
  last: readonly Look[],
): readonly string[] {
  const threads = new Set(operations.map(({ thread }) => thread))
  return [...threads].flatMap((thread) => {
    const ofThread = operations.filter((operation) => operation.thread === thread)
    const lastOfThread = last.filter((look) => look.thread === thread)
    return checkThread(ofThread, lastOfThread).map((problem) => `${thread}: ${problem}`)
  })
}

function* problemsOf(operations: readonly Operation[], last: readonly Look[]): Generator<string> {
  const [final] = last
  if (!final) return yield 'nobody looked at the end'
  for (const look of last) {
    if (say(look) !== say(final)) yield `client ${look.client} sees something else than the first`
  }
  const looks = [...operations.filter((operation) => operation.type === 'look'), ...last]
  const sends = operations.filter((operation) => operation.type === 'send')
  const stops = operations.filter((operation) => operation.type === 'stop')
  const deletes = operations.filter((operation) => operation.type === 'delete')

  const deletedAt = Math.min(
    ...deletes.filter(({ outcome }) => outcome === 'done').map(({ until }) => until),
  )
  for (const look of looks) {
    if (look.fields && look.from > deletedAt) yield 'the thread came back after it was deleted'
    const mayBeGone = deletes.some(
      ({ outcome, from }) => outcome !== 'refused' && from < look.until,
    )
    if (!look.fields && !mayBeGone) yield 'the thread is not there'
    if (!look.fields) continue
    yield* findLost(look, sends, stops)
    yield* findStrange(look, sends)
    yield* findReordered(look, looks)
  }
  yield* checkFields(operations, looks)
  if (final.fields) yield* findUnanswered(final, operations, stops)
}

const checkThread = (
  operations: readonly Operation[],
  last: readonly Look[],
): readonly string[] => [...new Set(problemsOf(operations, last))]

const say = ({ fields, rows }: Look): string => JSON.stringify([fields, rows])

/** True if a stop may have removed the message by then: it reported so, or came before it could know. */
const mayBeTakenBack = (send: Send, stops: readonly Stop[], by: number): boolean =>
  stops.some(({ outcome, from, until, removed }) => {
    if (from >= by || until <= send.from) return false
    return outcome === 'unknown' || removed.includes(send.message) || from < send.until
  })

/** A message that a server accepted is present from then on, once; a refused one is not. */
function* findLost(look: Look, sends: readonly Send[], stops: readonly Stop[]): Generator<string> {
  for (const send of sends) {
    const copies = look.rows.filter(({ externalId }) => externalId === send.message).length
    if (copies > 1) yield `${send.message} is there ${copies} times`
    if (send.outcome === 'refused' && copies > 0) yield `${send.message} was refused and is there`
    if (send.outcome !== 'done' || send.until >= look.from || copies > 0) continue
    if (!mayBeTakenBack(send, stops, look.until)) yield `${send.message} is lost`
  }
}

/** Every row is a client's message at the place where it was sent, or an answer to one. */
function* findStrange({ rows }: Look, sends: readonly Send[]): Generator<string> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sendOf = (row: SeenRow | undefined) =>
    sends.find(({ message }) => message === row?.externalId)
  if (byId.size < rows.length) yield 'a row is there twice'
  for (const row of rows) {
    if (row.parent !== null && !byId.has(row.parent)) yield `${row.id} hangs in the air`
    if (row.role === 'user') {
      const send = sendOf(row)
      if (!send) yield `nobody said ${row.id}`
      else if (send.text !== row.text) yield `${row.id} says something else than what was sent`
      else if (send.parent !== row.parent)
        yield `${row.id} stands in another place than it was said`
      continue
    }
    const question = sendOf(byId.get(row.parent ?? ''))
    if (!question) yield `${row.id} answers nothing`
    else if (!question.reply.startsWith(row.text)) yield `${row.id} is the answer to something else`
    else if (row.status === 'complete' && row.text !== question.reply) {
      yield `${row.id} is called complete and is not`
    }
  }
}

/** Two looks agree on the order of their common rows. */
function* findReordered(look: Look, looks: readonly Look[]): Generator<string> {
  const place = new Map(look.rows.map(({ id }, index) => [id, index]))
  for (const other of looks) {
    const places = other.rows.flatMap(({ id }) => place.get(id) ?? [])
    if (places.some((at, index) => index > 0 && at < places[index - 1]!)) {
      yield 'two looks have the same rows in another order'
      return
    }
  }
}

/** A started answer is present in the end, unless a stop came, and no answer still runs. */
function* findUnanswered(
  { rows }: Look,
  operations: readonly Operation[],
  stops: readonly Stop[],
): Generator<string> {
  for (const { role, status, id } of rows) {
    if (role === 'assistant' && status !== 'complete' && status !== 'incomplete') {
      yield `${id} never ended: ${status}`
    }
  }
  const names = new Set(rows.map(({ externalId }) => externalId))
  for (const operation of operations) {
    if (operation.type === 'stop') {
      for (const name of operation.removed) {
        if (names.has(name)) yield `${name} was taken back and is there`
      }
    }
    if (operation.type !== 'send' && operation.type !== 'again') continue
    if ('isTakenBack' in operation && names.has(operation.message)) {
      yield `${operation.message} was taken back and is there`
    }
    const { answer, from } = operation
    if (answer === undefined || rows.some(({ id }) => id === answer)) continue
    const isStopped = stops.some((stop) => stop.outcome !== 'refused' && stop.until > from)
    if (!isStopped) yield `the answer ${answer} is lost`
  }
}
