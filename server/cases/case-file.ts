import * as v from 'valibot'
import { caseBody, CASES_MAX, type CaseBody } from '../../shared/desk/cases.ts'

export interface LineProblem {
  /** From 1. */
  readonly line: number
  readonly message: string
}

/** Cases of a file of JSON lines, or all that is wrong with it. Empty lines are passed over. */
export type ReadCases =
  | { readonly type: 'read'; readonly cases: readonly CaseBody[] }
  | { readonly type: 'wrong'; readonly problems: readonly LineProblem[] }

/** Problems that are told of one file. */
const PROBLEMS_MAX = 20

export function readCaseFile(text: string): ReadCases {
  const cases = new Map<string, CaseBody>()
  const problems: LineProblem[] = []
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === '') continue
    const tell = (message: string) => void problems.push({ line: index + 1, message })
    if (problems.length === PROBLEMS_MAX) break
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), caseBody), line)
    if (!parsed.success) tell(describe(parsed.issues[0]))
    else if (cases.has(parsed.output.name)) tell('An earlier line has the same name.')
    else if (cases.size === CASES_MAX) tell(`A project has at most ${CASES_MAX} cases.`)
    else cases.set(parsed.output.name, parsed.output)
  }
  return problems.length > 0
    ? { type: 'wrong', problems }
    : { type: 'read', cases: [...cases.values()] }
}

function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'parse_json') return 'It is no JSON.'
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.')
  if (issue.type === 'strict_object' && path !== '') {
    return issue.expected === 'never' ? `There is no field ${path}.` : `${path} is missing.`
  }
  return path === '' ? issue.message : `${path}: ${issue.message}`
}

/** Cases as lines of a file that {@link readCaseFile} reads. */
export const writeCaseFile = (cases: readonly CaseBody[]): string =>
  cases.map((each) => `${JSON.stringify(each)}\n`).join('')
