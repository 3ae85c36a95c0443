import * as v from 'valibot'
import {
  ASSISTANT_KEYS,
  SETTING_KEYS,
  TOOL_KEYS,
  type ProjectSettings,
} from '../../../shared/desk/settings.ts'
import {
  isJsonValue,
  isPlainObject,
  type JsonObject,
  type JsonValue,
} from '../../../shared/json.ts'
import { AMOUNT_DEFAULTS, LIMIT_NAMES, type LimitTable } from '../../limits/limit-table.ts'
import { choiceName } from '../../models/model-choice.ts'
import type { ProjectConfig, WrittenBlock } from '../project.ts'
import { toolsOf } from './merge-block.ts'

/** Unit at the end of a limit's name, for amounts alone. */
const UNIT_PATTERN = /(?:Bytes|Characters|Pixels|Percent|Seconds|Minutes|Hours|Days)$/
const modelShape = v.object({ modelId: v.string(), provider: v.string() })

/** A value of the block as JSON; functions and models of code by name alone. */
export function toSettingJson(value: unknown): JsonValue {
  if (isJsonValue(value)) return value
  if (typeof value === 'function') return { code: value.name || 'a function' }
  if (Array.isArray(value)) return value.map(toSettingJson)
  if (v.is(modelShape, value)) return { code: choiceName(value as never) }
  if (!isPlainObject(value)) return { code: 'a value' }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, toSettingJson(inner)]),
  )
}

/** The settings of a joined block as JSON, with tools by name. */
export const toEffective = (merged: WrittenBlock): JsonObject =>
  Object.fromEntries(
    SETTING_KEYS.flatMap((key) => {
      const value = merged[key]
      if (value === undefined) return []
      if (key !== 'assistants' || !isPlainObject(value)) return [[key, toSettingJson(value)]]
      const assistants = Object.entries(value).map(([id, each]) => [id, toAssistant(each)])
      return [[key, Object.fromEntries(assistants) as JsonObject]]
    }),
  )

function toAssistant(assistant: unknown): JsonValue {
  if (!isPlainObject(assistant)) return toSettingJson(assistant)
  const fields = ASSISTANT_KEYS.flatMap((key): [string, JsonValue][] => {
    const value = assistant[key]
    return value === undefined || key === 'tools' ? [] : [[key, toSettingJson(value)]]
  })
  const tools = toolsOf(assistant).map((tool) => [String(tool['name']), toTool(tool)])
  return {
    ...Object.fromEntries(fields),
    ...(tools.length === 0 ? {} : { tools: Object.fromEntries(tools) as JsonObject }),
  }
}

const toTool = (tool: WrittenBlock): JsonValue =>
  Object.fromEntries(
    TOOL_KEYS.flatMap((key) => (tool[key] === undefined ? [] : [[key, toSettingJson(tool[key])]])),
  )

/** The tools of a block that the desk may label. */
export const describeTools = (merged: WrittenBlock): ProjectSettings['tools'] =>
  Object.entries(isPlainObject(merged['assistants']) ? merged['assistants'] : {}).flatMap(
    ([assistant, each]) =>
      toolsOf(each).map((tool) => {
        const { name, description, execute, scope, labels, needsApproval = false } = tool
        return {
          assistant,
          name: String(name),
          description: typeof description === 'string' ? description : null,
          isCode: typeof execute === 'function',
          scope: typeof scope === 'string' ? scope : null,
          labels: isJsonValue(labels) ? labels : null,
          needsApproval: typeof needsApproval === 'boolean' ? needsApproval : null,
        }
      }),
  )

/** Every limit with its value, and that without settings of the desk. */
export function describeLimits(
  config: Pick<ProjectConfig, 'limits'>,
  base: LimitTable,
): ProjectSettings['limits'] {
  const values = countsOf(config.limits)
  const bases = countsOf(base)
  return LIMIT_NAMES.flatMap((name) => {
    const value = values[name]
    if (value === undefined) return []
    const unit = Object.hasOwn(AMOUNT_DEFAULTS, name) ? UNIT_PATTERN.exec(name)?.[0] : undefined
    return [{ name, value, base: bases[name] ?? value, unit: unit?.toLowerCase() ?? null }]
  })
}

const countsOf = ({ rates, amounts, budgets }: LimitTable): Readonly<Record<string, number>> => ({
  ...(rates === 'off'
    ? {}
    : Object.fromEntries(Object.entries(rates).map(([name, { count }]) => [name, count]))),
  ...amounts,
  ...budgets,
})
