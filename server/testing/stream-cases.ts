import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../shared/json.ts'
import type { StreamPiece, StreamReply } from './replay-streams.ts'

export type Protocol = 'chat' | 'responses' | 'anthropic'

/** An answer of a model server over the wire, and the right outcome of it. */
export interface StreamCase extends StreamReply {
  readonly id: string
  readonly protocol: Protocol
  readonly kind: string
  readonly expected: ExpectedAnswer
  /** Pieces after the results of tools; default: those of the protocol. */
  readonly afterTools?: readonly StreamPiece[]
  /** Calls that ask for approval get it. */
  readonly approves?: boolean
}

type OneOf<Value> = Value | readonly Value[]

/** Absent fields are not judged. */
export interface ExpectedAnswer {
  /** All words of the answer and of its thoughts, joined, without white space at both ends. */
  readonly text?: string
  readonly anyText?: readonly string[]
  readonly reasoning?: string
  /** Own tools that ran, in the order of their calls. */
  readonly toolRuns?: readonly ToolRun[]
  /** All calls of the answer, with their arguments. */
  readonly calls?: readonly ToolRun[]
  /** Calls that ended with an error of their own. */
  readonly toolErrors?: readonly { readonly name: string }[]
  /** Type and reason of the stored message. */
  readonly finish?: OneOf<string>
  readonly never?: string
  /** The English sentence under the answer or on its card. */
  readonly note?: OneOf<string> | null
  /** Null: no line. Else the last line, and the number of lines: one, or from and to. */
  readonly log?: ExpectedLog | null
  /** Further calls of the model: a number, or from and to. */
  readonly retries?: number | readonly [number, number]
  readonly sources?: readonly { readonly url?: string; readonly title?: string }[]
  readonly files?: readonly StoredFile[]
  /** Whole expectations, one of which holds. */
  readonly anyOf?: readonly ExpectedAnswer[]
}

interface ExpectedLog {
  readonly kind?: OneOf<string>
  readonly contains?: readonly string[]
  readonly lines?: number | readonly [number, number]
}

export interface ToolRun {
  readonly name: string
  readonly args: JsonObject
}

export interface StoredFile {
  readonly type: string
  readonly bytesBase64: string
}

/** An answer as it was stored, and what was logged of it. */
export interface StoredAnswer {
  readonly text: string
  readonly reasoning: string
  readonly toolRuns: readonly ToolRun[]
  readonly calls: readonly ToolRun[]
  readonly toolErrors: readonly string[]
  readonly finish: string
  readonly note: string | null
  readonly log: readonly { readonly kind?: string; readonly detail: string }[]
  readonly retries: number
  readonly sources: readonly {
    readonly url?: string | undefined
    readonly title?: string | undefined
  }[]
  readonly files: readonly StoredFile[]
}

interface CaseFile {
  readonly protocolNotes: { readonly afterTools: Readonly<Record<Protocol, StreamPiece[]>> }
  readonly cases: readonly StreamCase[]
}

/** The cases of a fixture, and the pieces that follow the results of tools. */
export function readStreamCases(): CaseFile {
  const url = new URL('../../e2e/fixtures/model-streams.json', import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as CaseFile
}

/** Differences between an answer and its expectation, as text; empty: it is right. */
export function findFaults(answer: StoredAnswer, expected: ExpectedAnswer): string[] {
  const faults: string[] = []
  const judge = (name: string, isRight: boolean, found: unknown) => {
    if (!isRight) faults.push(`${name} is ${JSON.stringify(found)}`)
  }
  const {
    text,
    reasoning,
    toolRuns,
    calls,
    toolErrors,
    finish,
    note,
    log,
    retries,
    sources,
    files,
  } = expected
  const texts = expected.anyText ?? (text === undefined ? undefined : [text])
  if (texts)
    judge(
      'text',
      texts.some((each) => each.trim() === answer.text.trim()),
      answer.text,
    )
  if (reasoning !== undefined) {
    judge('reasoning', reasoning.trim() === answer.reasoning.trim(), answer.reasoning)
  }
  if (toolRuns) judge('toolRuns', isDeepStrictEqual(toolRuns, answer.toolRuns), answer.toolRuns)
  if (calls) judge('calls', isDeepStrictEqual(calls, answer.calls), answer.calls)
  if (toolErrors) {
    const names = toolErrors.map(({ name }) => name)
    judge('toolErrors', isDeepStrictEqual(names, answer.toolErrors), answer.toolErrors)
  }
  if (finish !== undefined) judge('finish', isOneOf(finish, answer.finish), answer.finish)
  judge('finish', expected.never !== answer.finish, answer.finish)
  if (note !== undefined) judge('note', isOneOf(note, answer.note), answer.note)
  if (log !== undefined) judge('log', isLog(log, answer.log), answer.log)
  if (retries !== undefined) judge('retries', isWithin(retries, answer.retries), answer.retries)
  if (sources) {
    const isRight =
      sources.length === answer.sources.length &&
      sources.every((source, index) => has(answer.sources[index], source))
    judge('sources', isRight, answer.sources)
  }
  if (files) judge('files', isDeepStrictEqual(files, answer.files), answer.files)
  const others = (expected.anyOf ?? []).map((each) => findFaults(answer, each))
  if (!others.some((each) => each.length === 0)) faults.push(...others.flat())
  return faults
}

const isOneOf = <Value>(allowed: OneOf<Value>, value: Value): boolean =>
  Array.isArray(allowed) ? allowed.includes(value) : allowed === value

const isWithin = (range: number | readonly [number, number], value: number): boolean =>
  typeof range === 'number' ? range === value : range[0] <= value && value <= range[1]

const has = (value: object | undefined, fields: object): boolean =>
  isDeepStrictEqual({ ...value, ...fields }, value)

function isLog(expected: ExpectedLog | null, lines: StoredAnswer['log']): boolean {
  if (expected === null) return lines.length === 0
  if (expected.lines !== undefined && !isWithin(expected.lines, lines.length)) return false
  const last = lines.at(-1)
  if (expected.kind !== undefined && !isOneOf(expected.kind, last?.kind)) return false
  return (expected.contains ?? []).every((words) => last?.detail.includes(words))
}
