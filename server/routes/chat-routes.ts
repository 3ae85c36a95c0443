import { THREAD_ID } from '../../shared/api/common-fields.ts'
import { AlcoveError } from '../../shared/errors.ts'
import {
  chatBodySchema,
  followQuerySchema,
  stopBodySchema,
  stoppedSchema,
  type ChatBody,
} from '../../shared/api/chat.ts'
import { ALCOVE_STREAM_HEADER, LAST_EVENT_ID_HEADER } from '../../shared/wire/chat.ts'
import { findThread, requireRowName, requireStorable } from './find-row.ts'
import { isPublicAddress } from './own-origin.ts'
import { route, type Route } from './route.ts'
import { STREAM_HEADERS } from './stream-headers.ts'
import { takeThread } from './thread-routes.ts'

const MS_PER_SECOND = 1_000

export const chatRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/chat',
    summary: 'Send a message, continue a pending answer, or make an answer again, as a stream',
    access: 'user',
    body: chatBodySchema,
    bodyLimit: 'runBodyBytes',
    headers: {
      [ALCOVE_STREAM_HEADER]: '1: the server saves the turn, and may send its own chunks',
    },
    answers: {
      200: { mediaTypes: ['text/event-stream'], description: 'A UI message stream, version 1' },
    },
    errors: [
      'not_found',
      'run_active',
      'conflict',
      'idempotency_mismatch',
      'quota_exceeded',
      'file_rejected',
    ],
    count: (c, { limits }) => limits.takeRun(c.var.identity),
    async handle(c, { body }, { store, runs, limits }) {
      requireNames(body)
      const { identity, base, address } = c.var
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const saves = isOurs || c.var.project.savesForeignChats
      // The call makes the thread if it is missing, so the limits of making one apply.
      const thread = saves ? await findThread(store, identity, body.id) : undefined
      if (saves && !thread) await takeThread(identity, store, limits)
      const hold = () => limits.holdRun(identity, address)
      const reader = await runs.submit(identity, body, {
        saves,
        isOurs,
        base,
        isPublic: isPublicAddress(base),
        hold,
        address,
        thread,
      })
      return c.body(reader.stream(c.req.raw.signal), 200, STREAM_HEADERS)
    },
  }),
  route({
    method: 'GET',
    path: '/chat/:id/stream',
    params: { id: THREAD_ID },
    summary: 'Follow the answer that is being written in a thread, from any of its events on',
    access: 'user',
    query: followQuerySchema,
    headers: {
      [ALCOVE_STREAM_HEADER]: '1: the stream may hold chunks of this server’s own',
      [LAST_EVENT_ID_HEADER]:
        'the id of the last event that was read, in the answer that `message` names',
    },
    answers: {
      200: { mediaTypes: ['text/event-stream'], description: 'A UI message stream, version 1' },
      204: {
        mediaTypes: [],
        description:
          'Nothing is being written, perhaps in no thread at all: the messages say what there is',
      },
    },
    async handle(c, { params: { id }, query: { message, seconds } }, { runs, limits }) {
      const thread = requireRowName(id)
      const after = readPosition(c.req.header(LAST_EVENT_ID_HEADER))
      const isOurs = c.req.header(ALCOVE_STREAM_HEADER) === '1'
      const request = message === undefined ? { thread, after } : { thread, message, after }
      // A HEAD request is answered at once: it follows no answer.
      const isHead = c.req.method === 'HEAD'
      const release = isHead ? () => {} : await limits.holdReader(c.var.identity)
      try {
        const reader = await runs.follow(c.var.identity, { ...request, isOurs })
        const stream = reader?.stream(endingAfter(seconds, c.req.raw.signal))
        if (stream) return c.body(whenOver(stream, release), 200, STREAM_HEADERS)
      } catch (error) {
        release()
        // The run ended before it could be read.
        if (!(error instanceof AlcoveError && error.code === 'not_found')) throw error
        return c.body(null, 204)
      }
      release()
      return c.body(null, 204)
    },
  }),
  route({
    method: 'POST',
    path: '/chat/:id/stop',
    params: { id: THREAD_ID },
    summary: 'Stop the answer of a thread, and return the messages that were removed',
    access: 'user',
    body: stopBodySchema,
    isBodyOptional: true,
    answers: { 200: stoppedSchema },
    async handle(c, { params: { id }, body: { requestId } }, { runs }) {
      const thread = requireRowName(id)
      const request = requestId === undefined ? { thread } : { thread, requestId }
      const removed = await runs.stop(c.var.identity, request)
      return c.json({
        removed: removed.map(({ id, externalId }) => ({ id, external_id: externalId })),
      })
    },
  }),
]

const endingAfter = (seconds: number | undefined, signal: AbortSignal): AbortSignal =>
  seconds === undefined
    ? signal
    : AbortSignal.any([signal, AbortSignal.timeout(seconds * MS_PER_SECOND)])

/** @throws AlcoveError `invalid_request`. */
function readPosition(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  throw new AlcoveError('invalid_request', `${LAST_EVENT_ID_HEADER}: a number of up to 9 digits.`)
}

function requireNames({ id, messageId, messages }: ChatBody) {
  requireStorable({ id, messageId })
  for (const [index, message] of messages.entries()) {
    requireStorable({ [`messages.${index}.id`]: message.id })
  }
}

/** Returns the same stream; `done` is called once, when it has ended or its reader has left. */
export function whenOver(
  stream: ReadableStream<Uint8Array>,
  done: () => void,
): ReadableStream<Uint8Array> {
  // No limit: the stream of an answer of this process, which ends by the table of a run; a reader that leaves cancels
  // it.
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done: isOver } = await reader.read()
          if (!isOver) return controller.enqueue(value)
        } catch (error) {
          done()
          throw error
        }
        done()
        controller.close()
      },
      async cancel(reason) {
        done()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
