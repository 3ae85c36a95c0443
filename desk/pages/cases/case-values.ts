import * as v from 'valibot'
import { caseBody } from '../../../shared/desk/cases.ts'
import type { CaseBody } from '../../../shared/desk/cases.ts'
import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { PlainKey } from '../../i18n/i18n.tsx'

/** A result of a tool as it is typed. */
export type TypedResult = Readonly<Record<'name' | 'json', string>>

/** A case as the form has it: its own values, but JSON as typed text. */
export interface TypedCase {
  /** Fields of the case without `page` and `toolResults`. */
  readonly values: JsonObject
  readonly page: string
  readonly results: readonly TypedResult[]
}

/** A sentence about a value: the desk's own, or that of a rule. */
export interface CaseProblem {
  /** Keys from the case to the value; the place of a list's entry is its index as text. */
  readonly path: readonly string[]
  readonly words: { readonly key: PlainKey } | { readonly text: string }
}

const layOut = (value: JsonValue): string => JSON.stringify(value, null, 2)

/** A case as its form begins. Absent: a new one. */
export function typeCase(known?: CaseBody): TypedCase {
  if (!known) return { values: { turns: [{ role: 'user', text: '' }] }, page: '', results: [] }
  const { name, assistant, turns, page, person, toolResults, expects } = known
  // Through JSON, since fields that are absent are no values.
  const values = { name, assistant, turns, person, expects } satisfies Partial<CaseBody>
  return {
    values: JSON.parse(JSON.stringify(values)) as JsonObject,
    page: page === null ? '' : layOut(page),
    results: Object.entries(toolResults).map(([tool, json]) => ({
      name: tool,
      json: layOut(json),
    })),
  }
}

export type ReadCase =
  | { readonly type: 'case'; readonly body: CaseBody }
  | { readonly type: 'wrong'; readonly problems: readonly CaseProblem[] }

/** Reads a form by the rules of the server. */
export function readTypedCase({ values, page, results }: TypedCase): ReadCase {
  const problems: CaseProblem[] = []
  const tell = (path: readonly string[], words: CaseProblem['words']) =>
    void problems.push({ path, words })
  const readPage = page.trim() === '' ? null : parse(page)
  if (readPage === undefined) tell(['page'], { key: 'cases.noJson' })
  else if (readPage !== null && !isPlainObject(readPage)) {
    tell(['page'], { key: 'cases.noJsonObject' })
  }
  const toolResults: Record<string, JsonValue> = {}
  for (const [index, { name, json }] of results.entries()) {
    const [path, tool, result] = [['toolResults', String(index)], name.trim(), parse(json)]
    if (tool === '') tell([...path, 'name'], { key: 'cases.toolNeeded' })
    if (Object.hasOwn(toolResults, tool)) tell([...path, 'name'], { key: 'cases.toolTwice' })
    if (result === undefined) tell([...path, 'json'], { key: 'cases.noJson' })
    else toolResults[tool] = result
  }
  const isPageWrong = problems.some(({ path }) => path[0] === 'page')
  const given = { name: '', ...values, page: (isPageWrong ? null : readPage) ?? null, toolResults }
  const read = v.safeParse(caseBody, given)
  for (const issue of read.issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => String(key))
    if (problems.every((each) => each.path.join('/') !== path.join('/'))) {
      tell(path, ownWords(path, given) ?? { text: issue.message })
    }
  }
  return read.success && problems.length === 0
    ? { type: 'case', body: read.output }
    : { type: 'wrong', problems }
}

/** Undefined: it is no JSON. */
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Words for what is often forgotten. */
function ownWords(path: readonly string[], given: JsonObject): CaseProblem['words'] | undefined {
  const [first, place, key] = path
  const name = given['name']
  if (first === 'name' && typeof name === 'string' && name.trim() === '') {
    return { key: 'cases.nameNeeded' }
  }
  const turns = given['turns']
  if (first !== 'turns' || key !== 'text' || !Array.isArray(turns)) return undefined
  const turn: unknown = turns[Number(place)]
  return isPlainObject(turn) && turn['text'] === '' ? { key: 'cases.textNeeded' } : undefined
}

/** Problems of a value and of those inside it. */
export const problemsOf = (
  problems: readonly CaseProblem[],
  path: readonly string[],
): readonly CaseProblem[] =>
  problems.filter((problem) => path.every((key, at) => key === problem.path[at]))
