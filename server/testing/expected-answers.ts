import type { StreamPiece } from './replay-streams.ts'
import type { ExpectedAnswer, Protocol, StreamCase } from './stream-cases.ts'

export const WHOLE: ExpectedAnswer = { finish: 'complete/stop', note: null, log: null }
export const ONE_LINE: ExpectedAnswer = { ...WHOLE, log: { lines: 1 } }
export const CUT: ExpectedAnswer = {
  finish: 'incomplete/error',
  note: 'The connection to the model broke before the answer was complete. Try again.',
  log: { kind: 'cut' },
}
export const FILTERED: ExpectedAnswer = {
  finish: 'incomplete/content-filter',
  note: 'The answer was ended by a content filter.',
  log: null,
}
export const SHORT: ExpectedAnswer = {
  finish: 'incomplete/length',
  note: 'The answer reached its maximum length.',
  log: null,
}
export const DOWN = 'The model provider has a problem at the moment. Try again in a little while.'
export const TOO_LONG =
  'This conversation has become too long for the model. Start a new one, or shorten the message.'
export const failed = (kind: string, note: string, ...contains: string[]): ExpectedAnswer => ({
  finish: 'incomplete/error',
  note,
  log: { kind, contains },
})
export const BERN = { name: 'weather', args: { city: 'Bern' } }
export const RAN: ExpectedAnswer = { ...WHOLE, text: 'It is sunny there.', toolRuns: [BERN] }
export const REFUSED: ExpectedAnswer = { toolRuns: [], toolErrors: [{ name: 'weather' }] }

export type Row = readonly [id: string, chunks: readonly StreamPiece[], expected: ExpectedAnswer]

const EVENTS = { 'content-type': 'text/event-stream' }
export const JSON_BODY = { 'content-type': 'application/json' }

export const casesOf = (
  kind: string,
  protocol: Protocol,
  rows: readonly Row[],
  headers: StreamCase['headers'] = EVENTS,
): StreamCase[] =>
  rows.map(([id, chunks, expected]) => ({
    id: `${protocol}: ${id}`,
    kind,
    protocol,
    status: 200,
    headers,
    chunks,
    expected,
  }))
