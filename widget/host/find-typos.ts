import { nearestName } from '../../shared/nearest-name.ts'
import { meansApproval, TOOL_FIELDS } from './tool-fields.ts'

/** Warnings about the unknown fields of a definition. */
export const findTypos = (unknown: readonly string[]): readonly string[] =>
  unknown.map((field) => {
    if (meansApproval(field))
      return `there is no ${field}; did you mean approval: 'ask'? Until then, each call asks.`
    const meant = nearestName(field, TOOL_FIELDS)
    return meant === undefined
      ? `there is no ${field}; a definition has ${TOOL_FIELDS.join(', ')}`
      : `there is no ${field}; did you mean ${meant}?`
  })
