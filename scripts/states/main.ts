import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { conversationTable } from './conversation.ts'
import { loaderTable } from './loader.ts'
import { namingTable } from './naming.ts'
import { runTable } from './run.ts'
import { drawTable, type StateTable } from './state-table.ts'

export const STATES_FILE = 'docs/states.md'

const HEAD = `# What can happen when

Drawn by \`npm run states\` from the tables in the code; a test compares the two. Each line asks the table
itself what an event does in a state. An event that is not named for a state does nothing there.
`

/** Tables in the order of the page. */
export const TABLES: readonly StateTable[] = [conversationTable, namingTable, loaderTable, runTable]

/** The page for the current code. */
export function drawStates(): string {
  return [HEAD, ...TABLES.map(drawTable)].join('\n')
}

if (import.meta.main) writeFileSync(join(REPOSITORY_ROOT, STATES_FILE), drawStates())
