import * as v from 'valibot'
import { AlcoveError } from '../../../shared/errors.ts'
import { isPlainObject } from '../../../shared/json.ts'
import type { SettingsProblem } from '../../../shared/desk/settings.ts'
import { overrideLimits } from '../../limits/limit-table.ts'
import { choiceName } from '../../models/model-choice.ts'
import { MODEL_KEYS } from '../assistant-schema.ts'
import { resolveModel } from '../model-schema.ts'
import { parseOrigins } from '../origins.ts'
import {
  describeIssue,
  isUnknownKey,
  toPath,
  toProjectConfig,
  withoutUnset,
} from '../parse-config.ts'
import { projectBlock, type ParsedBlock } from '../project-schema.ts'
import {
  serviceOf,
  type ProjectConfig,
  type ProjectConfigs,
  type ProjectEnvironment,
  type WrittenBlock,
} from '../project.ts'
import { checkStored } from './check-stored.ts'
import { readFixed, type FixedBlock } from './fixed-block.ts'
import { mergeBlock, toolsOf } from './merge-block.ts'

/** The name that faults of settings begin with, as faults of the file begin with the file's. */
const SETTINGS = 'settings'

/** Settings of a project, joined with what the configuration and the environment say. */
export interface SettingsReading {
  /** The block as an operator would write it. */
  readonly merged: WrittenBlock
  readonly fixed: FixedBlock
  /** Names of models that the desk may choose. */
  readonly models: readonly string[]
  /** Undefined if there are problems. */
  readonly config: ProjectConfig | undefined
  readonly problems: readonly SettingsProblem[]
}

/** Joins settings with the configuration, and checks them by the rules of the file. */
export function readSettings(
  id: string,
  stored: WrittenBlock,
  configs: ProjectConfigs,
  environment: ProjectEnvironment,
): SettingsReading {
  const fixed = readFixed(id, configs, environment)
  const models = modelsOf(fixed.block, environment)
  const names = [...models.keys()]
  const own = withoutLimits(stored, fixed.limits)
  const merged = withModels(mergeBlock(own, fixed.block), models)
  const found = checkStored(stored, { fixed: fixed.block, models: names })
  const parsed = v.safeParse(projectBlock, merged)
  const faults = parsed.success
    ? checkRules(parsed.output, configs, environment)
    : toProblems(parsed.issues, merged)
  const problems = [...found, ...faults]
  const isWhole = parsed.success && problems.length === 0
  return {
    merged,
    fixed,
    models: names,
    problems,
    config: isWhole
      ? toProjectConfig(
          parsed.output,
          { name: SETTINGS, limits: environment.limits },
          serviceOf(configs).providers,
        )
      : undefined,
  }
}

/** A fault in words, with its place: `settings.look.name: expected …`. */
export const problemText = ({ path, message }: SettingsProblem): string =>
  `${toPath([SETTINGS, ...path])}: ${message}`

/** Models of the block and the environment by their names; a model of code by the name of its package. */
function modelsOf(
  block: WrittenBlock,
  { model }: Pick<ProjectEnvironment, 'model'>,
): ReadonlyMap<string, unknown> {
  const assistants = isPlainObject(block['assistants']) ? Object.values(block['assistants']) : []
  const named = assistants.flatMap((assistant) =>
    isPlainObject(assistant) ? MODEL_KEYS.map((key) => assistant[key]) : [],
  )
  const offered = Array.isArray(block['models']) ? block['models'] : []
  const judge = isPlainObject(block['cases']) ? block['cases']['judge'] : undefined
  const all = [...(model === undefined ? [] : [model]), ...named, judge, ...offered]
  return new Map(
    all.flatMap((each): [string, unknown][] => {
      if (typeof each === 'string') return [[each, each]]
      return isModel(each) ? [[choiceName(each), each]] : []
    }),
  )
}

const isModel = (value: unknown): value is Exclude<Parameters<typeof choiceName>[0], undefined> =>
  typeof value === 'object' && value !== null && 'modelId' in value && 'provider' in value

/** Puts models of code in the place of their names. */
function withModels(block: WrittenBlock, models: ReadonlyMap<string, unknown>): WrittenBlock {
  const { assistants, cases } = block
  const named = (object: WrittenBlock, keys: readonly string[]): WrittenBlock => {
    const values = keys.flatMap((key) => {
      const name = object[key]
      const model = typeof name === 'string' ? models.get(name) : undefined
      return model === undefined ? [] : [[key, model] as const]
    })
    return { ...object, ...Object.fromEntries(values) }
  }
  const chosen = Object.entries(isPlainObject(assistants) ? assistants : {}).map(
    ([id, assistant]) =>
      [id, isPlainObject(assistant) ? named(assistant, MODEL_KEYS) : assistant] as const,
  )
  return {
    ...block,
    ...(isPlainObject(assistants) ? { assistants: Object.fromEntries(chosen) } : {}),
    ...(isPlainObject(cases) ? { cases: named(cases, ['judge']) } : {}),
  }
}

/** Without limits that the environment names. */
function withoutLimits(stored: WrittenBlock, names: ReadonlySet<string>): WrittenBlock {
  const { limits } = stored
  if (!isPlainObject(limits) || names.size === 0) return stored
  const kept = Object.entries(limits).filter(([name]) => !names.has(name))
  return { ...stored, limits: Object.fromEntries(kept) }
}

/** The rules beside the schema, each by its field. */
function checkRules(
  parsed: ParsedBlock,
  configs: ProjectConfigs,
  { limits }: ProjectEnvironment,
): readonly SettingsProblem[] {
  const { providers } = serviceOf(configs)
  const origins = (['hosts', 'apiOrigins'] as const).flatMap((key) => {
    const single = parsed[key].flatMap((entry, index) =>
      attempt([key, String(index)], `${SETTINGS}[0]: `, () => parseOrigins([entry], SETTINGS)),
    )
    return single.length > 0
      ? single
      : attempt([key], `${SETTINGS}: `, () => parseOrigins(parsed[key], SETTINGS))
  })
  const counts = Object.entries(withoutUnset(parsed.limits)).flatMap(([name, count]) =>
    attempt(['limits', name], `${SETTINGS}: `, () =>
      overrideLimits(limits, { [name]: count }, SETTINGS),
    ),
  )
  const models = [...parsed.assistants].flatMap(([id, assistant]) =>
    MODEL_KEYS.flatMap((key) =>
      attempt(['assistants', id, key], `${SETTINGS}: `, () =>
        resolveModel(assistant[key], providers, SETTINGS),
      ),
    ),
  )
  const judge = attempt(['cases', 'judge'], `${SETTINGS}: `, () =>
    resolveModel(parsed.cases.judge, providers, SETTINGS),
  )
  return [...origins, ...counts, ...models, ...judge]
}

/** @param prefix the place in the message, which the path says better. */
export function attempt(
  path: readonly string[],
  prefix: string,
  check: () => unknown,
): readonly SettingsProblem[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof AlcoveError)) throw error
    const text = [error.message, error.hint].filter(Boolean).join(' ')
    return [
      { path: [...path], message: text.startsWith(prefix) ? text.slice(prefix.length) : text },
    ]
  }
}

function toProblems(
  issues: readonly v.BaseIssue<unknown>[],
  merged: WrittenBlock,
): readonly SettingsProblem[] {
  // A misspelt key is also a missing one.
  const unknown = issues.filter(isUnknownKey)
  return (unknown.length > 0 ? unknown : issues).map((issue) => ({
    path: toStoredPath(
      (issue.path ?? []).map(({ key }) => key),
      merged,
    ),
    message: describeIssue(issue),
  }))
}

/** Settings have tools by name, where the block has a list. */
function toStoredPath(keys: readonly unknown[], merged: WrittenBlock): string[] {
  const [first, id, list, index] = keys
  const path = keys.map(String)
  if (first !== 'assistants' || list !== 'tools' || typeof index !== 'number') return path
  const { assistants } = merged
  const assistant = isPlainObject(assistants) ? assistants[String(id)] : undefined
  const name = toolsOf(assistant)[index]?.['name']
  return typeof name === 'string' ? path.with(3, name) : path
}
