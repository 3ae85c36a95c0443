import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorBody } from '../../shared/wire/fields.ts'
import { ADDRESS_COMMANDS } from './addresses.ts'
import { CASE_COMMANDS } from './cases.ts'
import { runCasesCommand } from './cases-run.ts'
import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { CommandLineError } from './flags.ts'
import { deskSeedCommand } from './desk-seed.ts'
import { configReloadCommand } from './config-reload.ts'
import { DESK_COMMANDS } from './desk.ts'
import { doctorCommand } from './doctor.ts'
import { KEY_COMMANDS } from './keys.ts'
import { SOURCE_COMMANDS } from './knowledge.ts'
import { evalCommand } from './knowledge-eval.ts'
import { SEARCH_COMMANDS } from './knowledge-search.ts'
import { PROJECT_COMMANDS } from './projects.ts'
import { readCommand } from './read-command.ts'
import { restoreCommand } from './restore.ts'
import { SETTINGS_COMMANDS } from './settings.ts'
import { retentionCommand } from './retention.ts'
import { startCommand } from './start.ts'
import { tokenCommand } from './token.ts'
import type { Tool } from './tool.ts'
import { USER_COMMANDS } from './users.ts'

/** In the order of the help. */
export const COMMANDS: readonly Command[] = [
  startCommand,
  ...PROJECT_COMMANDS,
  ...KEY_COMMANDS,
  tokenCommand,
  ...USER_COMMANDS,
  // Before `desk` itself, whose name it begins with.
  deskSeedCommand,
  ...DESK_COMMANDS,
  ...ADDRESS_COMMANDS,
  ...SETTINGS_COMMANDS,
  configReloadCommand,
  ...SOURCE_COMMANDS,
  ...SEARCH_COMMANDS,
  evalCommand,
  ...CASE_COMMANDS,
  runCasesCommand,
  backupCommand,
  restoreCommand,
  retentionCommand,
  doctorCommand,
]

const EXIT_DONE = 0
/** The command failed; the sentence has the reason. */
const EXIT_FAILED = 1
/** The command line was invalid; nothing was tried. */
const EXIT_MISTAKE = 2

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/**
 * Parses a command line, runs the command, prints the answer.
 *
 * @returns the process's exit code. With `--json` errors are JSON too, with the names of the API.
 */
export async function runCli(
  args: readonly string[],
  commands: readonly Command[],
  createTool: () => Tool,
  { out, err }: Terminal,
): Promise<number> {
  const request = readCommand(args, commands)
  const refuse = (error: unknown): number => {
    err(args.includes('--json') ? JSON.stringify(bodyOf(error), null, 2) : sentenceOf(error))
    return error instanceof CommandLineError ? EXIT_MISTAKE : EXIT_FAILED
  }
  switch (request.type) {
    case 'help':
      out(request.text)
      return EXIT_DONE
    case 'mistake':
      return refuse(new CommandLineError(request.sentence))
    case 'run':
      try {
        const { command, words, values, isJson } = request
        const answer = await command.run(createTool(), words, values)
        if (answer !== undefined) out(isJson ? JSON.stringify(answer.facts, null, 2) : answer.text)
        return answer?.hasFailed === true ? EXIT_FAILED : EXIT_DONE
      } catch (error) {
        return refuse(error)
      }
    default:
      return request satisfies never
  }
}

/** Without a stack: the sentence has all that an operator can use. */
function sentenceOf(error: unknown): string {
  if (error instanceof AlcoveError) return [error.message, error.hint].filter(Boolean).join(' ')
  if (error instanceof Error) return `It did not work: ${error.message}`
  return `It did not work: ${String(error)}`
}

const bodyOf = (error: unknown): ErrorBody => ({
  error: error instanceof AlcoveError ? error.code : 'internal',
  message: error instanceof AlcoveError ? error.message : sentenceOf(error),
  ...(error instanceof AlcoveError && error.hint !== undefined ? { hint: error.hint } : {}),
})
