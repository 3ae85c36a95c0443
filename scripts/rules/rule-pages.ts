import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRules, drawPage, pagePath, readRules, sourcePath } from './draw-page.ts'
import { readTags } from './rule-tags.ts'

export interface RulePage {
  /** Relative to the root. */
  readonly path: string
  readonly text: string
}

export interface RulesReport {
  readonly pages: readonly RulePage[]
  readonly ruleCount: number
  readonly testCount: number
  /** A sentence for each rule without a test, tag without a rule, and duplicate id. */
  readonly problems: readonly string[]
}

/** Draws every page of rules from its source in `docs/rules` and the tags of the tests below `root`. */
export function drawRulePages(root: string): RulesReport {
  const tags = readTags(root)
  const sources = readdirSync(join(root, sourcePath('')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(join(root, sourcePath(name)), 'utf8') }))
  const ids = sources.flatMap(({ text }) => readRules(text).map(({ id }) => id))
  const strangers = [...tags].filter(([id]) => !ids.includes(id))
  const tests = [...tags.values()].flat().map(({ path, title }) => `${path}: ${title}`)
  return {
    pages: sources.map(({ name, text }) => ({
      path: pagePath(name),
      text: drawPage(name, text, tags),
    })),
    ruleCount: ids.length,
    testCount: new Set(tests).size,
    problems: [
      ...sources.flatMap(({ name, text }) => checkRules(name, text, tags)),
      ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} stands twice`),
      ...strangers.flatMap(([id, tagged]) =>
        tagged.map(({ path, title }) => `${path}: "${title}" names ${id}, which is not a rule`),
      ),
    ],
  }
}
