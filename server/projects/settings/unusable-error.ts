import { AlcoveError } from '../../../shared/errors.ts'
import { PROGRAM } from '../../../shared/program.ts'

/** The sentence for an operator whose configuration contradicts published settings. */
export const createUnusableError = (
  projectId: string,
  number: number,
  [first = '']: readonly string[],
): AlcoveError =>
  new AlcoveError(
    'config_invalid',
    `project "${projectId}", version ${number} of its settings: ${first}`,
    { hint: `Change the configuration, or publish an older version: ${PROGRAM} settings undo.` },
  )

/** The sentence for an operator whose configuration names a first version with a fault. */
export const createFirstError = (projectId: string, problem: string): AlcoveError =>
  new AlcoveError('config_invalid', `project "${projectId}", its firstVersion: ${problem}`)
