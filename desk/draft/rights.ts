import { OWNER_ASSISTANT_KEYS, OWNER_KEYS } from '../../shared/desk/settings.ts'
import type { FixedSetting } from '../../shared/desk/settings.ts'
import type { Path } from './json-path.ts'

/** True for values that only owners of the project change. */
export function needsOwner([key, , inAssistant]: Path): boolean {
  return (
    (OWNER_KEYS as readonly (string | undefined)[]).includes(key) ||
    (key === 'assistants' &&
      (OWNER_ASSISTANT_KEYS as readonly (string | undefined)[]).includes(inAssistant))
  )
}

/** The file's or the environment's word on a value: that of the value itself, or of an object that holds it. */
export const fixedAt = (fixed: readonly FixedSetting[], path: Path): FixedSetting | undefined =>
  fixed.find(
    (each) => each.path.length <= path.length && each.path.every((key, at) => key === path[at]),
  )
