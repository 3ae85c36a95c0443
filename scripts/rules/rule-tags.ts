import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from '../architecture/list-sources.ts'
import { testTitles } from './test-titles.ts'

/** A test that shows a rule. */
export interface TaggedTest {
  readonly path: string
  /** Its title without the tag. */
  readonly title: string
}

/** `4.12` of the specification; a letter and a number (`A17`, `T16b`) of the other lists. */
const ID = String.raw`(?:\d\.\d+|[A-Z]\d{2,3}[a-z]?)`
/** Playwright's own tags may follow in a title. */
const TAG_PATTERN = new RegExp(String.raw` \((${ID}(?:, ${ID})*)\)((?: @\w+)*)$`)
const MAYBE_TAGGED = new RegExp(String.raw` \(${ID}[,)]`)
const TEST_FILE_PATTERN = /\.(?:test|spec)\.tsx?$/

export const isRuleId = (text: string): boolean => new RegExp(`^${ID}$`).test(text)

/** Splits `a claim (4.12, A17)` into the claim and the ids of the rules that it shows. */
export function readTag(title: string): {
  readonly claim: string
  readonly ids: readonly string[]
} {
  const [tag, ids = '', rest = ''] = TAG_PATTERN.exec(title) ?? []
  if (tag === undefined) return { claim: title, ids: [] }
  return { claim: title.slice(0, -tag.length) + rest, ids: ids.split(', ') }
}

/** The tests of every tagged rule, in the order of their files. */
export function readTags(root: string): ReadonlyMap<string, readonly TaggedTest[]> {
  const tests = new Map<string, TaggedTest[]>()
  for (const path of listSources(root)) {
    if (!TEST_FILE_PATTERN.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    if (!MAYBE_TAGGED.test(text)) continue
    for (const title of testTitles(path, text)) {
      const { claim, ids } = readTag(title)
      for (const id of ids) tests.set(id, [...(tests.get(id) ?? []), { path, title: claim }])
    }
  }
  return tests
}
