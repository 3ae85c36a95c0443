import type { SettingsProblem } from '../../shared/desk/settings.ts'
import { areRelated } from './json-path.ts'
import type { Path } from './json-path.ts'

/** The rules of the look name the option in their sentence: "theme.accent: expected …". */
const NAMED = /^([a-z]\w*(?:\.\w+)*): (.+)$/is

/** A problem with the whole path of its value. */
function place(problem: SettingsProblem): SettingsProblem {
  const [, name, message] = NAMED.exec(problem.message) ?? []
  if (problem.path.length !== 1 || problem.path[0] !== 'look' || name === undefined) return problem
  return { path: ['look', ...name.split('.')], message: message! }
}

/** Problems at a path or below it. */
export const problemsAt = (
  problems: readonly SettingsProblem[],
  path: Path,
): readonly SettingsProblem[] =>
  problems
    .map(place)
    .filter((problem) => areRelated(problem.path, path) && problem.path.length >= path.length)
