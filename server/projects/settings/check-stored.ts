import {
  ASSISTANT_KEYS,
  SETTING_KEYS,
  TOOL_KEYS,
  type SettingsProblem,
} from '../../../shared/desk/settings.ts'
import { isPlainObject } from '../../../shared/json.ts'
import { nearestName } from '../../../shared/nearest-name.ts'
import { MODEL_KEYS } from '../assistant-schema.ts'
import type { WrittenBlock } from '../project.ts'
import { toolsOf } from './merge-block.ts'

const FILE_SOURCES = ['folder', 'file'] as const

/** Things that settings may name. */
export interface StoredNames {
  /** The block of the configuration. */
  readonly fixed: WrittenBlock
  /** Names of models. */
  readonly models: readonly string[]
}

/** Faults of settings that the parser of the configuration does not know: what stands in the file alone. */
export function checkStored(stored: WrittenBlock, names: StoredNames): readonly SettingsProblem[] {
  const { assistants, cases, knowledge } = stored
  return [
    ...unknownKeys(stored, SETTING_KEYS, []),
    ...(isPlainObject(assistants)
      ? Object.entries(assistants).flatMap(([id, assistant]) =>
          isPlainObject(assistant) ? checkAssistant(id, assistant, names) : [],
        )
      : []),
    ...(isPlainObject(cases) ? checkModel(cases['judge'], ['cases', 'judge'], names.models) : []),
    ...(Array.isArray(knowledge)
      ? knowledge.flatMap((entry: unknown, index) => checkSource(entry, index))
      : []),
  ]
}

function checkAssistant(
  id: string,
  assistant: WrittenBlock,
  { fixed, models }: StoredNames,
): readonly SettingsProblem[] {
  const path = ['assistants', id]
  const { tools } = assistant
  const declared = isPlainObject(fixed['assistants']) ? fixed['assistants'][id] : undefined
  return [
    ...unknownKeys(assistant, ASSISTANT_KEYS, path),
    ...MODEL_KEYS.flatMap((key) => checkModel(assistant[key], [...path, key], models)),
    ...(tools === undefined ? [] : checkTools(tools, [...path, 'tools'], toolsOf(declared))),
  ]
}

function checkModel(
  name: unknown,
  path: readonly string[],
  models: readonly string[],
): readonly SettingsProblem[] {
  if (typeof name !== 'string' || models.includes(name)) return []
  const expected = models.length === 0 ? 'none' : models.join(', ')
  const message = `the configuration allows ${expected}; its models name others for the desk.`
  return [{ path: [...path], message }]
}

function checkTools(
  tools: unknown,
  path: readonly string[],
  declared: readonly WrittenBlock[],
): readonly SettingsProblem[] {
  if (!isPlainObject(tools)) {
    return [{ path: [...path], message: 'expected an object by the names of tools.' }]
  }
  const names = declared.map(({ name }) => String(name))
  return Object.entries(tools).flatMap(([name, tool]) => {
    const place = [...path, name]
    if (!names.includes(name)) {
      const expected = names.length === 0 ? 'it declares none' : `expected ${names.join(', ')}`
      return [{ path: place, message: `the configuration declares no such tool; ${expected}.` }]
    }
    if (!isPlainObject(tool)) return [{ path: place, message: 'expected an object.' }]
    return unknownKeys(tool, TOOL_KEYS, place)
  })
}

const checkSource = (entry: unknown, index: number): readonly SettingsProblem[] =>
  FILE_SOURCES.flatMap((kind) =>
    isPlainObject(entry) && entry[kind] !== undefined
      ? [
          {
            path: ['knowledge', String(index), kind],
            message: 'a folder or file of the server stands in the configuration alone.',
          },
        ]
      : [],
  )

const unknownKeys = (
  object: WrittenBlock,
  keys: readonly string[],
  path: readonly string[],
): readonly SettingsProblem[] =>
  Object.keys(object)
    .filter((key) => !keys.includes(key))
    .map((key) => {
      const nearest = nearestName(key, keys)
      const rest =
        nearest === undefined ? `expected ${keys.join(', ')}` : `did you mean "${nearest}"?`
      return {
        path: [...path, key],
        message: `unknown key "${key}" of the desk; ${rest}${rest.endsWith('?') ? '' : '.'}`,
      }
    })
