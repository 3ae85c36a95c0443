import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { listSources } from '../architecture/list-sources.ts'
import { readTag } from '../rules/rule-tags.ts'
import { testTitles } from '../rules/test-titles.ts'
import { findWaits, type Wait } from './find-waits.ts'

const PRODUCT = /^(loader|npm|server|shared|widget)\/.*\.tsx?$/
const TEST = /\.(test|spec)\.tsx?$/
const NOT_SHIPPED = /\.(test|spec)\.|test-support|\/testing\//
const QUOTED = /"([^"]+)"/g
const LIMIT_NAME = /\b[A-Z][A-Z\d_]*_MS\b/g

/** A wait with its limit or reason, and its tests. */
export interface JudgedWait extends Wait {
  /** `file: title` of tests of its end. */
  readonly tests: readonly string[]
  /** The missing part; `undefined` if complete. */
  readonly problem: string | undefined
}

/** Every wait of the product, each with its limit and test, or with the reason why it has none. */
export const listWaits = (root: string, tests: KnownTests): readonly JudgedWait[] =>
  listSources(root)
    .filter((path) => PRODUCT.test(path) && !NOT_SHIPPED.test(path))
    .flatMap((path) => findWaits(path, readFileSync(join(root, path), 'utf8')))
    .map((wait) => judge(wait, tests))

/** The titles of a file's tests, without the rule ids at their ends. */
const claimsIn = (path: string, text: string): readonly string[] =>
  [...testTitles(path, text)].map((title) => readTag(title).claim)

export interface KnownTests {
  /** `file: title` of tests with this title. */
  titled(title: string): readonly string[]
  /** The first one whose file names a constant. */
  naming(constant: string): string | undefined
}

function judge(wait: Wait, tests: KnownTests): JudgedWait {
  const { answer, limits } = wait
  const said = answer?.text ?? ''
  const titles = [...said.matchAll(QUOTED)].map(([, title = '']) => title)
  const unknown = titles.find((title) => tests.titled(title).length === 0)
  if (unknown !== undefined)
    return { ...wait, tests: [], problem: `no test has the title "${unknown}"` }
  const named = titles.flatMap((title) => tests.titled(title).slice(0, 1))
  if (answer && !answer.isLimited) return { ...wait, tests: named, problem: undefined }
  const constants = answer ? [...new Set(said.match(LIMIT_NAME))] : limits
  if (constants.length === 0 && named.length === 0) {
    return { ...wait, tests: [], problem: 'say Limit: CONSTANT_MS, or No limit: and the reason' }
  }
  const naming = constants.flatMap((name) => tests.naming(name) ?? [])
  const proved = named.length > 0 ? named : [...new Set(naming)]
  const problem = proved.length === 0 ? `no test knows ${constants.join(' or ')}` : undefined
  return { ...wait, limits: constants, tests: proved, problem }
}

/** The tests of the repository. Each file is parsed once: hundreds of waits ask. */
export function readTests(root: string): KnownTests {
  const files = listSources(root)
    .filter((path) => TEST.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const byTitle = new Map<string, string[]>()
  for (const { path, text } of files) {
    for (const title of claimsIn(path, text)) {
      byTitle.set(title, [...(byTitle.get(title) ?? []), `${path}: ${title}`])
    }
  }
  return {
    titled: (title) => byTitle.get(title) ?? [],
    naming(constant) {
      const first = files.find(({ text }) => text.includes(constant))
      return first && nameTest(first.path, first.text, constant)
    },
  }
}

/** The first test of a file whose body contains the constant; otherwise the file, for constants at its top. */
function nameTest(path: string, text: string, constant: string): string {
  let title: string | undefined
  new Visitor({
    CallExpression(call) {
      const [name, ...rest] = call.arguments
      if (title !== undefined || name?.type !== 'Literal' || rest.length === 0) return
      if (text.slice(rest[0]!.start, call.end).includes(constant)) title = String(name.value)
    },
  }).visit(parseSync(path, text).program)
  return title === undefined ? path : `${path}: ${title}`
}
