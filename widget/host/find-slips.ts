import { nearestName } from '../../shared/nearest-name.ts'
import { TOOL_FIELDS } from './tool-fields.ts'

/** What is probably a slip of the pen in a definition, in sentences. What resembles nothing is the page's own. */
export const findSlips = (unknown: readonly string[]): readonly string[] =>
  unknown.flatMap((field) => {
    const meant = nearestName(field, TOOL_FIELDS)
    return meant === undefined ? [] : [`there is no ${field}; did you mean ${meant}?`]
  })
