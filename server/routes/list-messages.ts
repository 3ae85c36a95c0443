import { ReadableStream as NodeStream } from 'node:stream/web'
import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { messagesQuerySchema } from '../../shared/api/messages.ts'
import { mayNameFile } from '../files/stored-urls.ts'
import { eachInStep, inTurns, type Steps } from '../steps/in-turns.ts'
import { parseText } from '../steps/parse-text.ts'
import { writeJson } from '../steps/write-json.ts'
import type { MessagePage, MessageTextRow, Scope, Store } from '../store/store.ts'
import { convertRow, isConverted } from './convert-row.ts'
import { createCursorError, findMessage } from './find-row.ts'
import { readRatings, withRating, type Rating } from './rating.ts'
import type { RouteContext, ApiParts } from './route.ts'
import { messageText } from './row-json.ts'

/** Start of the `Aui-Sdk` header of the widget's own client, which continues after a short page. */
const OWN_SDK_PREFIX = 'alcove/'

/** Effect of the header `Aui-Sdk`, for the description of the API. */
export const PAGE_SDK_NOTE =
  'alcove/…: a page ends early where it would have more than 2 MiB of content, and ratings are shown in rows of every format'

const JSON_TYPE = { 'Content-Type': 'application/json' }

type MessagesQuery = InferOutput<typeof messagesQuerySchema>
/** Format and content of a row that is not answered as stored. */
type Changed = Pick<MessageTextRow, 'format' | 'json'>
type ListParts = Pick<ApiParts, 'store' | 'files' | 'onBrokenAnswer' | 'onUnreadableRow'>

/**
 * Answers a page of a thread's messages: files can be opened, ratings are included, and rows are converted to
 * the requested format if possible. A row that cannot be converted stays as it is: its reader skips it, and
 * no page becomes shorter. Published clients take a page with fewer rows than requested for the last one, so
 * their page is always whole, and streamed if it is large.
 *
 * @throws AlcoveError `invalid_request` for a cursor that is not a row of the thread.
 */
export async function answerMessages(
  c: RouteContext,
  { store, files, onBrokenAnswer, onUnreadableRow }: ListParts,
  scope: Scope,
  threadId: string,
  query: MessagesQuery,
): Promise<Response> {
  const isOwn = c.req.header('Aui-Sdk')?.startsWith(OWN_SDK_PREFIX) === true

  /**
   * Rows as JSON. Contents that are answered as stored are not parsed: they may be a whole long conversation.
   */
  async function toTexts(rows: readonly MessageTextRow[]): Promise<readonly string[]> {
    const ratings = await readRatings(store, scope, threadId, rows, isOwn)
    const leases = await store.leases.list(
      threadId,
      rows.map(({ id }) => id),
    )
    const changes = (row: MessageTextRow) =>
      ratings.has(row.id) || mayNameFile(row.json) || isConverted(row.format, query.format)
    const changed = await toChanged(rows.filter(changes), ratings)
    const toText = (row: MessageTextRow) => {
      const { format, json } = changed.get(row.id) ?? row
      return messageText({ ...row, format }, json, leases.get(row.id))
    }
    return inTurns(eachInStep(rows, toText))
  }

  async function toChanged(
    rows: readonly MessageTextRow[],
    ratings: ReadonlyMap<string, Rating>,
  ): Promise<ReadonlyMap<string, Changed>> {
    const read = await inTurns(readContents(rows))
    const rated = rows.map(({ id }, index) => withRating(read[index]!, ratings.get(id)))
    const contents = await files.withReadUrls(scope, c.var.base, rated)
    return inTurns(writeChanged(rows, contents))
  }

  function* writeChanged(
    rows: readonly MessageTextRow[],
    contents: readonly JsonObject[],
  ): Steps<ReadonlyMap<string, Changed>> {
    const texts = new Map<string, Changed>()
    for (const [index, row] of rows.entries()) {
      // A row of half a megabyte is converted in one step.
      const { format, content } = inFormat({ ...row, content: contents[index]! })
      yield
      texts.set(row.id, { format, json: yield* writeJson(content) })
      yield
    }
    return texts
  }

  function inFormat(row: MessageTextRow & { readonly content: JsonObject }) {
    const converted = convertRow(row, query.format)
    if (!converted) onUnreadableRow({ id: row.id, format: row.format })
    return converted ?? row
  }

  const whole = (messages: readonly string[]) =>
    c.body(`{"messages":[${messages.join(',')}]}`, 200, JSON_TYPE)

  const readGroup = async (ids: readonly string[]) =>
    toTexts(await store.messages.listGroup(scope, threadId, ids))

  const page = await readPage(store, scope, threadId, query)
  if (isOwn) {
    return whole(await toTexts(await store.messages.list(scope, threadId, page)))
  }
  const [first = [], ...others] = await store.messages.listIds(scope, threadId, page)
  const messages = await readGroup(first)
  if (others.length === 0) return whole(messages)
  const groups = [() => Promise.resolve(messages), ...others.map((ids) => () => readGroup(ids))]
  const body = streamList('messages', groups, onBrokenAnswer)
  return c.body(body, 200, JSON_TYPE)
}

function* readContents(rows: readonly MessageTextRow[]): Steps<readonly JsonObject[]> {
  const contents: JsonObject[] = []
  for (const { json } of rows) {
    contents.push((yield* parseText(json)) as JsonObject)
    yield
  }
  return contents
}

async function readPage(
  store: Store,
  scope: Scope,
  threadId: string,
  { limit, after }: MessagesQuery,
): Promise<MessagePage> {
  if (after === undefined) return { limit }
  const row = await findMessage(store, scope, threadId, after)
  if (!row) throw createCursorError()
  return { limit, after: row.id }
}

/** Reads some rows on demand, each as JSON text. */
export type RowGroup = () => Promise<readonly string[]>

/**
 * Streams the body `{"<name>":[…]}` of all rows of all groups. A group is read when its reader is ready, so
 * only one is in memory at a time. If a group fails, the body breaks off without its end, so that a reader
 * cannot take the part for the whole.
 *
 * @param onBroken called with the reason, since the reader only sees the broken body.
 */
export function streamList(
  name: string,
  groups: readonly RowGroup[],
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()

  async function* write() {
    let start = `{${JSON.stringify(name)}:[`
    let comma = ''
    try {
      for (const group of groups) {
        const text = (await group()).join(',')
        yield encoder.encode(start + (text === '' ? '' : comma) + text)
        start = ''
        if (text !== '') comma = ','
      }
      yield encoder.encode(`${start}]}`)
    } catch (error) {
      onBroken(error)
      throw new AlcoveError('unavailable', 'The answer broke off.')
    }
  }

  return NodeStream.from(write()) as ReadableStream<Uint8Array>
}
