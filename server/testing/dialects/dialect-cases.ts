import { BERN, CUT, DOWN, failed, WHOLE } from '../expected-answers.ts'
import { CLOSE } from '../replay-streams.ts'
import type { ExpectedAnswer, StreamCase } from '../stream-cases.ts'
import type { Dialect, DialectCall, Form, Pieces } from './dialect.ts'

const WORDS = ['It', ' is', ' sunny', ' in', ' Bern', ' today.']
const THOUGHTS = ['They', ' ask', ' for', ' the', ' weather.']
const HALF = ['It', ' is', ' sun']
const FAILURE = 'The engine stopped.'
const NOW = { name: 'now', args: {} }
const REMOVE = { name: 'remove', args: { what: 'all' } }

const text = WORDS.join('')
const said: ExpectedAnswer = { ...WHOLE, text, reasoning: '', calls: [] }
const half: ExpectedAnswer = { text: HALF.join(''), reasoning: '', calls: [] }

interface Written {
  readonly pieces: Pieces
  readonly expected: ExpectedAnswer
  readonly approves?: boolean
}

/** How an answer of each form is written, and the right outcome; `undefined` if the server never sends it. */
const WRITERS: Readonly<Record<Form, (dialect: Dialect) => Written | undefined>> = {
  plain: (dialect) => ({
    pieces: [...dialect.open, ...dialect.text(WORDS), ...dialect.end('stop')],
    expected: said,
  }),
  reasoning: ({ open, text: write, reasoning, textAfterReasoning = write, end }) =>
    reasoning && {
      pieces: [...open, ...reasoning(THOUGHTS), ...textAfterReasoning(WORDS), ...end('stop')],
      expected: { ...said, reasoning: THOUGHTS.join('') },
    },
  'one tool': (dialect) => writeCalls(dialect, [BERN]),
  'parallel tools': (dialect) => writeCalls(dialect, [BERN, NOW]),
  'tool with approval': (dialect) => {
    const written = writeCalls(dialect, [REMOVE])
    return written && { ...written, approves: true }
  },
  'error in the middle': (dialect) => ({
    pieces: [...dialect.open, ...dialect.text(HALF), ...dialect.error(FAILURE)],
    expected: { ...half, ...(dialect.afterError ?? failed('down', DOWN, FAILURE)) },
  }),
  cut: (dialect) => ({
    pieces: [...dialect.open, ...dialect.text(HALF), CLOSE],
    expected: { ...half, ...CUT },
  }),
  'odd end': ({ open, text: write, oddEnd }) => ({
    pieces: [...open, ...write(WORDS), ...oddEnd.pieces],
    expected: { text, reasoning: '', calls: [], ...oddEnd.expected },
  }),
}

type ToolCall = typeof BERN | typeof NOW | typeof REMOVE

function writeCalls({ open, call, end }: Dialect, calls: readonly ToolCall[]): Written | undefined {
  if (!call) return undefined
  const written = calls.map(({ name, args }, index): DialectCall => ({
    index,
    name,
    args: JSON.stringify(args),
  }))
  return {
    pieces: [...open, ...written.flatMap(call), ...end('tool_calls')],
    expected: { ...said, calls, toolRuns: calls, toolErrors: [] },
  }
}

export interface DialectCase extends StreamCase {
  readonly dialect: Dialect
  readonly form: Form
}

export const nameOf = ({ server }: Dialect, form: Form): string => `${server}, ${form}`

/** An answer of a dialect; `undefined` if the server never sends this form. */
export function caseOf(dialect: Dialect, form: Form): DialectCase | undefined {
  const written = WRITERS[form](dialect)
  const plain = WRITERS.plain(dialect)
  if (!written || !plain) return undefined
  const { pieces, ...rest } = written
  return {
    id: nameOf(dialect, form),
    kind: 'dialects',
    protocol: dialect.protocol,
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    chunks: pieces,
    afterTools: plain.pieces,
    ...rest,
    dialect,
    form,
  }
}
