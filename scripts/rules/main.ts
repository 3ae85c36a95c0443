// `npm run rules`: writes the pages of rules from `docs/rules` and the tags of the tests.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawRulePages } from './rule-pages.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

const { pages, problems } = drawRulePages(REPOSITORY_ROOT)
for (const { path, text } of pages) writeFileSync(join(REPOSITORY_ROOT, path), text)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
