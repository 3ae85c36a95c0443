import {
  ASSISTANT_KEYS,
  SETTING_KEYS,
  TOOL_KEYS,
  type FixedSetting,
} from '../../../shared/desk/settings.ts'
import { isJsonValue, isPlainObject } from '../../../shared/json.ts'
import { DEFAULT_ASSISTANT } from '../../models/model.ts'
import { toPath } from '../parse-config.ts'
import {
  DEFAULT_PROJECT,
  serviceOf,
  type ProjectConfigs,
  type ProjectEnvironment,
  type WrittenBlock,
} from '../project.ts'
import { LISTS, toolsOf } from './merge-block.ts'

/** Settings of a project that the desk cannot change. */
export interface FixedBlock {
  /** The block of the configuration, with the prompt of the environment. */
  readonly block: WrittenBlock
  /** Every such value with its place. */
  readonly settings: readonly FixedSetting[]
  /** Limits that the environment names; the block may say them too. */
  readonly limits: ReadonlySet<string>
}

/** Reads the values of a project that the configuration and the environment say. */
export function readFixed(
  id: string,
  configs: ProjectConfigs,
  environment: ProjectEnvironment,
): FixedBlock {
  const { file, blocks } = serviceOf(configs)
  const written = blocks.get(id) ?? {}
  const named = id === DEFAULT_PROJECT ? environment : undefined
  const block = named?.system === undefined ? written : withSystem(written, named.system)
  const isOfEnvironment = block !== written && systemOf(written) === undefined
  const places = listPlaces(block).map(({ path, keys, value }): FixedSetting => ({
    path: [...path],
    where:
      isOfEnvironment && path.join() === SYSTEM_PATH.join()
        ? 'ALCOVE_SYSTEM'
        : `${file}, ${toPath(['projects', id, ...keys])}`,
    value: isJsonValue(value) ? value : null,
  }))
  const limits = new Set(environment.limitNames ?? [])
  const isSaid = (name: string) => places.some(({ path }) => path.join() === `limits,${name}`)
  return {
    block,
    limits,
    settings: [
      ...places,
      ...[...limits]
        .filter((name) => !isSaid(name))
        .map((name): FixedSetting => ({
          path: ['limits', name],
          where: 'ALCOVE_LIMITS',
          value: limitOf(environment.limits, name),
        })),
      ...fromEnvironment('hosts', 'ALCOVE_ALLOWED_ORIGINS', ownHosts(named)),
      ...fromEnvironment('apiOrigins', 'ALCOVE_API_ORIGINS', named?.callerOrigins ?? []),
    ],
  }
}

const SYSTEM_PATH = ['assistants', DEFAULT_ASSISTANT, 'system'] as const

function systemOf(block: WrittenBlock): unknown {
  const { assistants } = block
  const main = isPlainObject(assistants) ? assistants[DEFAULT_ASSISTANT] : undefined
  return isPlainObject(main) ? main['system'] : undefined
}

/** The block's own prompt takes precedence over that of the environment. */
function withSystem(block: WrittenBlock, system: string): WrittenBlock {
  const assistants = isPlainObject(block['assistants']) ? block['assistants'] : {}
  const main = isPlainObject(assistants[DEFAULT_ASSISTANT]) ? assistants[DEFAULT_ASSISTANT] : {}
  const joined = { ...main, system: main['system'] ?? system }
  return { ...block, assistants: { ...assistants, [DEFAULT_ASSISTANT]: joined } }
}

/** This machine's own addresses are no setting. */
const ownHosts = (environment: ProjectEnvironment | undefined): readonly string[] =>
  environment?.allowedHosts.filter((host) => !environment.localOrigins.includes(host)) ?? []

const fromEnvironment = (key: string, where: string, entries: readonly string[]): FixedSetting[] =>
  entries.map((entry) => ({ path: [key, entry], where, value: entry }))

function limitOf({ rates, amounts, budgets }: ProjectEnvironment['limits'], name: string) {
  const counts: Readonly<Record<string, number>> = { ...amounts, ...budgets }
  if (counts[name] !== undefined) return counts[name]
  return rates === 'off'
    ? null
    : (Object.entries(rates).find(([key]) => key === name)?.[1].count ?? null)
}

interface Place {
  readonly path: readonly string[]
  /** The path in the file, where lists have indexes. */
  readonly keys: readonly (string | number)[]
  readonly value: unknown
}

function listPlaces(block: WrittenBlock): readonly Place[] {
  return SETTING_KEYS.flatMap((key): readonly Place[] => {
    const value = block[key]
    if (value === undefined) return []
    if (key === 'assistants') return isPlainObject(value) ? listAssistants(value) : []
    const name = LISTS[key]
    if (name === undefined || !Array.isArray(value)) return leaves([key], [key], value)
    return value.map((entry: unknown, index) => ({
      path: [key, name(entry) ?? String(index)],
      keys: [key, index],
      value: entry,
    }))
  })
}

const listAssistants = (assistants: WrittenBlock): readonly Place[] =>
  Object.entries(assistants).flatMap(([id, assistant]) => {
    if (!isPlainObject(assistant)) return []
    const fields = ASSISTANT_KEYS.filter((key) => key !== 'tools').flatMap((key) => {
      const keys = ['assistants', id, key]
      const value = assistant[key]
      // A model as a value of a package is no object of settings.
      return value === undefined ? [] : [{ path: keys, keys, value }]
    })
    const tools = toolsOf(assistant).flatMap((tool, index) =>
      TOOL_KEYS.flatMap((key) =>
        leaves(
          ['assistants', id, 'tools', String(tool['name']), key],
          ['assistants', id, 'tools', index, key],
          tool[key],
        ),
      ),
    )
    return [...fields, ...tools]
  })

function leaves(
  path: readonly string[],
  keys: readonly (string | number)[],
  value: unknown,
): readonly Place[] {
  if (value === undefined) return []
  if (!isPlainObject(value)) return [{ path, keys, value }]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves([...path, key], [...keys, key], inner),
  )
}
