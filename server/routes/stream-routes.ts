import { AlcoveError } from '../../shared/errors.ts'
import { runStreamBodySchema, type RunStreamBody } from '../../shared/api/runs.ts'
import {
  DATA_STREAM_FORMAT,
  SUGGESTIONS_ASSISTANT,
  TITLE_ASSISTANT,
} from '../../shared/wire/runs.ts'
import { toDataStream } from '../../shared/wire/to-data-stream.ts'
import { findThread, requireStorable } from './find-row.ts'
import { isPublicAddress } from './own-origin.ts'
import { route, type Route, type RouteContext, type ApiParts } from './route.ts'
import { DATA_STREAM_HEADERS, STREAM_HEADERS, TEXT_STREAM_HEADERS } from './stream-headers.ts'

/**
 * The first version of the published client that reads an answer as a UI message stream. Like the versions
 * before, it asks for text/plain.
 */
const EVENT_CLIENT = [0, 2, 5] as const

export const streamRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/runs/stream',
    summary: 'Stream a thread’s title, or an answer that the caller stores itself',
    access: 'user',
    body: runStreamBodySchema,
    bodyLimit: 'runBodyBytes',
    headers: {
      'Aui-Sdk': `assistant-cloud/${EVENT_CLIENT.join('.')} or newer: an answer is a UI message stream, whatever Accept says`,
    },
    answers: {
      200: {
        mediaTypes: ['text/plain', 'text/event-stream'],
        description:
          'A title, a data stream or a UI message stream, depending on assistant and Accept',
      },
    },
    errors: ['not_found', 'quota_exceeded', 'file_rejected'],
    async handle(c, { body }, parts) {
      const { assistant_id: assistant, thread_id: thread, response_format: format } = body
      requireStorable({ assistant_id: assistant, thread_id: thread })
      if (format !== undefined && format !== DATA_STREAM_FORMAT) {
        throw new AlcoveError('invalid_request', 'Invalid response format')
      }
      if (assistant === TITLE_ASSISTANT) return answerTitle(c, body, parts)
      if (assistant === SUGGESTIONS_ASSISTANT) return answerSuggestions(c, body, parts)
      return answerRun(c, body, parts)
    },
  }),
]

async function answerTitle(
  c: RouteContext,
  body: RunStreamBody,
  { store, titles, limits }: ApiParts,
): Promise<Response> {
  const { identity } = c.var
  // A stored title costs nothing, so it is sent again.
  const thread = await findThread(store, identity, body.thread_id ?? '')
  if (typeof thread?.title !== 'string') await limits.takeTitle(identity)
  const stream = await titles.stream(identity, body, c.req.raw.signal)
  return c.body(stream, 200, TEXT_STREAM_HEADERS)
}

/** Answers with a line of text per suggestion; empty if the project offers none. */
async function answerSuggestions(
  c: RouteContext,
  body: RunStreamBody,
  { makeSuggestions, limits }: ApiParts,
): Promise<Response> {
  const { identity, project } = c.var
  if (!project.suggestions) return c.text('')
  await limits.takeSuggestions(identity)
  const suggestions = await makeSuggestions(identity, body.messages, c.req.raw.signal)
  return c.text(suggestions.join('\n'))
}

async function answerRun(
  c: RouteContext,
  body: RunStreamBody,
  { runs, limits }: ApiParts,
): Promise<Response> {
  const { identity, base, address } = c.var
  const accepted = readStreamKind(c.req.header('Accept'))
  const kind = readsEvents(c.req.header('Aui-Sdk')) ? 'events' : accepted
  await limits.takeRun(identity)
  const hold = () => limits.holdRun(identity, address)
  const reader = await runs.answer(identity, body, {
    base,
    isPublic: isPublicAddress(base),
    hold,
  })
  const events = reader.stream(c.req.raw.signal)
  return kind === 'events'
    ? c.body(events, 200, STREAM_HEADERS)
    : c.body(toDataStream(events), 200, DATA_STREAM_HEADERS)
}

/** @param sdk names and versions of the caller's packages. */
function readsEvents(sdk: string | undefined): boolean {
  const version = /(?:^| )assistant-cloud\/(\d+)\.(\d+)\.(\d+)/
    .exec(sdk ?? '')
    ?.slice(1)
    .map(Number)
  if (!version) return false
  const at = EVENT_CLIENT.findIndex((part, index) => part !== version[index])
  return at === -1 || version[at]! > EVENT_CLIENT[at]!
}

/** `text`: a data stream, or a title as it grows. `events`: a UI message stream. */
export type StreamKind = 'text' | 'events'

const KINDS: Readonly<Record<string, StreamKind>> = {
  'text/plain': 'text',
  'text/event-stream': 'events',
  'text/*': 'text',
  '*/*': 'text',
}

/**
 * The kind of stream that the caller reads: the first that `Accept` names; text without the header.
 *
 * @throws AlcoveError `invalid_request` if the header names no kind.
 */
export function readStreamKind(accept: string | undefined): StreamKind {
  if (accept === undefined || accept.trim() === '') return 'text'
  for (const item of accept.toLowerCase().split(',')) {
    const kind = KINDS[item.split(';')[0]?.trim() ?? '']
    if (kind !== undefined) return kind
  }
  throw new AlcoveError('invalid_request', 'Accept: expected text/plain or text/event-stream.')
}
