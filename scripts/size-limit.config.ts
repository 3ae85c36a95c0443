import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFirstFiles } from './first-files.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

interface Budget {
  readonly name: string
  readonly path: string | readonly string[]
  readonly limit: string
}

const budgets = JSON.parse(
  readFileSync(join(REPOSITORY_ROOT, '.size-limit.json'), 'utf8'),
) as readonly Budget[]

/** The desk is usable once its first page stands: the count has each file that this page loads. */
const DESK = 'desk, until usable'
const FIRST_PAGE = ['index.html', 'pages/home/home-page.tsx']

/** Checks of size-limit: the budgets of `.size-limit.json`. */
export default budgets.map((budget) => {
  const path = budget.name === DESK ? listFirstFiles('dist/desk', FIRST_PAGE) : [budget.path].flat()
  // Relative paths would be looked for beside this file.
  return { ...budget, path: path.map((each) => join(REPOSITORY_ROOT, each)) }
})
