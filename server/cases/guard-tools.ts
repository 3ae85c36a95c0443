import type { JsonObject } from '../../shared/json.ts'
import { RECORDED_RESULT } from '../../shared/recorded-call.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import type { Assistant } from '../models/model.ts'

/**
 * The tools of an assistant for a case: those that read run, every other call gets the result that the case names.
 * None asks for approval, since none changes anything.
 */
export const guardTools = (
  { tools }: Pick<Assistant, 'tools'>,
  results: JsonObject,
): readonly BackendTool[] =>
  tools.map((tool) =>
    tool.scope === 'read'
      ? { ...tool, needsApproval: false }
      : {
          ...tool,
          needsApproval: false,
          scope: 'read',
          execute: () =>
            Object.hasOwn(results, tool.name) ? results[tool.name]! : RECORDED_RESULT,
        },
  )

/** Names of the tools that {@link guardTools} lets run. */
export const namesOfReading = ({ tools }: Pick<Assistant, 'tools'>): ReadonlySet<string> =>
  new Set(tools.flatMap(({ name, scope }) => (scope === 'read' ? name : [])))
