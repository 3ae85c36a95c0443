import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { conversationTable } from './conversation.ts'
import { loaderTable } from './loader.ts'
import { namingTable } from './naming.ts'
import { runTable } from './run.ts'
import { drawTable, type StateTable } from './state-table.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

export const STATES_FILE = 'docs/states.md'

const HEAD = `# States and their transitions

\`npm run states\` writes this page from the tables in the code, and a test compares the two. Each line shows the result of
an event in a state. An event that a state does not list has no effect in it.
`

/** Tables in the order of the page. */
export const TABLES: readonly StateTable[] = [conversationTable, namingTable, loaderTable, runTable]

/** The page for the current code. */
export function drawStates(): string {
  return [HEAD, ...TABLES.map(drawTable)].join('\n')
}

if (import.meta.main) writeFileSync(join(REPOSITORY_ROOT, STATES_FILE), drawStates())
