import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CASES_MAX } from '../../shared/desk/cases.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { readCase, writeCase } from '../cases/case-data.ts'
import { readCaseFile, writeCaseFile } from '../cases/case-file.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import { plural, textTable } from './answer-text.ts'
import { command } from './command.ts'
import { CommandLineError } from './flags.ts'

/** The flag of commands about cases. */
export const CASE_PROJECT_FLAG = {
  value: 'id',
  about: `the project; ${DEFAULT_PROJECT} when absent`,
} as const

const listCommand = command({
  name: 'cases list',
  about: 'List the cases of a project',
  flags: { project: CASE_PROJECT_FLAG },
  run: (tool, { project = DEFAULT_PROJECT }) =>
    tool.withProject(project, async (store) => {
      const rows = await store.cases.list(project, CASES_MAX)
      const lines = rows.map((row) => {
        const { assistant, turns } = readCase(row)
        return [row.id, row.name, assistant, turns.at(-1)?.text.slice(0, 60) ?? '', row.changedAt]
      })
      return {
        text: textTable(['ID', 'NAME', 'ASSISTANT', 'QUESTION', 'CHANGED'], lines),
        facts: rows.map((row) => ({ id: row.id, ...readCase(row) })),
      }
    }),
})

const importCommand = command({
  name: 'cases import',
  takes: ['cases.jsonl'],
  about: 'Import cases of a file, one JSON object a line; a case of the same name is changed',
  flags: { project: CASE_PROJECT_FLAG },
  run(tool, { project = DEFAULT_PROJECT }, word) {
    const path = resolve(word)
    const read = readCaseFile(readFile(path))
    if (read.type === 'wrong') {
      const lines = read.problems.map(({ line, message }) => `  line ${line}: ${message}`)
      throw new AlcoveError('invalid_request', `${path} was not imported:\n${lines.join('\n')}`)
    }
    return tool.withProject(project, async (store) => {
      const rows = read.cases.map((each) => ({
        projectId: project,
        name: each.name,
        data: writeCase(each),
        by: null,
      }))
      const counts = await store.cases.importAll(rows, CASES_MAX)
      return {
        text: `Added ${plural(counts.added, 'case')}, changed ${counts.changed}.`,
        facts: counts,
      }
    })
  },
})

const exportCommand = command({
  name: 'cases export',
  mayTake: 'cases.jsonl',
  about: 'Write all cases to a file, or print them',
  flags: { project: CASE_PROJECT_FLAG },
  run: (tool, { project = DEFAULT_PROJECT }, word) =>
    tool.withProject(project, async (store) => {
      const cases = (await store.cases.list(project, CASES_MAX)).map(readCase)
      const text = writeCaseFile(cases)
      if (word === '') return { text: text.trimEnd(), facts: cases }
      writeFileSync(resolve(word), text)
      return { text: `Wrote ${plural(cases.length, 'case')} to ${resolve(word)}.`, facts: cases }
    }),
})

export const CASE_COMMANDS = [listCommand, importCommand, exportCommand]

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new CommandLineError(`${path} cannot be read (${code}).`, { cause })
  }
}
