import { nearestName } from '../../shared/nearest-name.ts'
import { TOOL_FIELDS } from './tool-fields.ts'

/**
 * Warnings about probable typing errors in a definition. Unknown names without a similar known name belong to the
 * page.
 */
export const findTypos = (unknown: readonly string[]): readonly string[] =>
  unknown.flatMap((field) => {
    const meant = nearestName(field, TOOL_FIELDS)
    return meant === undefined ? [] : [`there is no ${field}; did you mean ${meant}?`]
  })
