import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { overrideLimits, type LimitTable } from '../limits/limit-table.ts'
import type { NamedProvider } from '../models/model-choice.ts'
import { parseOrigins } from './origins.ts'
import { block, blocksByName } from './config-fields.ts'
import type { ModelKey } from './assistant-schema.ts'
import { resolveEmbeddings } from './embedding-schema.ts'
import { prices } from './prices-schema.ts'
import { resolveModel } from './model-schema.ts'
import { projectBlock, type ParsedBlock } from './project-schema.ts'
import { providers } from './provider-schema.ts'
import {
  isProjectId,
  PROJECT_ID_EXPECTED,
  type ProjectConfig,
  type ProjectConfigs,
  type ServiceConfig,
  type WrittenBlock,
} from './project.ts'

const configSchema = block({
  providers: v.optional(providers, {}),
  prices: v.optional(prices, {}),
  projects: blocksByName(projectBlock, isProjectId, PROJECT_ID_EXPECTED),
})

/** Maximum characters of an invalid value that an error shows. */
const SHOWN_MAX_CHARACTERS = 60

export interface ConfigSource {
  /** The file's name, for errors. */
  readonly name: string
  /** `ALCOVE_LIMITS`, which the blocks override. */
  readonly limits: LimitTable
}

/**
 * Parses the blocks of an `alcove.config.ts`, validated and with their defaults.
 *
 * @throws AlcoveError `config_invalid`, naming the file, the key and the expected value.
 */
export function parseConfig(value: unknown, { name, limits }: ConfigSource): ProjectConfigs {
  const parsed = v.safeParse(configSchema, value)
  if (!parsed.success) throw createConfigError(name, parsed.issues)
  const blocks = Object.entries(parsed.output.projects)
  const configs = new Map(
    blocks.map(([id, block]) => {
      const source = `${name}: ${toPath(['projects', id])}`
      return [id, toProjectConfig(block, { name: source, limits }, parsed.output.providers)]
    }),
  )
  const written = (value as { readonly projects: Readonly<Record<string, WrittenBlock>> }).projects
  const service: ServiceConfig = {
    prices: parsed.output.prices,
    providers: parsed.output.providers,
    file: name,
    blocks: new Map(Object.entries(written)),
  }
  return Object.assign(configs, { service })
}

/** For a project without a block. */
export const createBareConfig = (limits: LimitTable): ProjectConfig =>
  toProjectConfig(v.parse(projectBlock, {}), { name: '', limits })

/**
 * Origins, limits and names of models are validated by separate rules, which name the place.
 *
 * @throws AlcoveError `config_invalid`.
 */
export const toProjectConfig = (
  parsed: ParsedBlock,
  { name, limits }: ConfigSource,
  named: ReadonlyMap<string, NamedProvider> = new Map(),
): ProjectConfig => ({
  ...parsed,
  assistants: new Map(
    [...parsed.assistants].map(([id, assistant]) => {
      const choose = (key: ModelKey) =>
        resolveModel(assistant[key], named, `${name}.${toPath(['assistants', id, key])}`)
      const models = {
        model: choose('model'),
        fallback: choose('fallback'),
        titleModel: choose('titleModel'),
      }
      return [id, { ...assistant, ...models }]
    }),
  ),
  cases: {
    ...parsed.cases,
    judge: resolveModel(parsed.cases.judge, named, `${name}.cases.judge`),
  },
  embeddings: resolveEmbeddings(parsed.embeddings, named, `${name}.embeddings`),
  hosts: parseOrigins(parsed.hosts, `${name}.hosts`),
  apiOrigins: parseOrigins(parsed.apiOrigins, `${name}.apiOrigins`),
  limits: overrideLimits(limits, withoutUnset(parsed.limits), `${name}.limits`),
})

/** Counts that are set. */
export const withoutUnset = (counts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined))

function createConfigError(
  name: string,
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): AlcoveError {
  // A misspelt key is also a missing one; the unknown key is the better report.
  const issue = issues.find(isUnknownKey) ?? issues[0]
  const path = (issue.path ?? []).map(({ key }) => key)
  const place = toPath(isUnknownKey(issue) ? path.slice(0, -1) : path)
  return new AlcoveError(
    'config_invalid',
    `${name}: ${place === '' ? '' : `${place}: `}${describeIssue(issue)}`,
  )
}

/** True for a key that the block does not know. */
export const isUnknownKey = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never'

/** The fault in words, without its place. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const { type, message, input, received } = issue
  switch (type) {
    case 'strict_object':
    case 'check':
    case 'raw_check':
      return `${message}${message.endsWith('?') ? '' : '.'}`
    case 'min_length':
    case 'max_length':
    case 'max_bytes':
      return `${message}; there are ${received}.`
    default: {
      const isSecret = issue.path?.some(({ key }) => key === 'auth') ?? false
      const shown = isSecret && typeof input === 'string' ? 'a text' : describeValue(input)
      return `${message}, but it is ${shown.slice(0, SHOWN_MAX_CHARACTERS)}.`
    }
  }
}

/** Only the kind of a list or an object, which may contain a secret. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
}

/** `projects.shop.hosts[1]`, `projects["my-shop"].auth`. */
export const toPath = (keys: readonly unknown[]): string =>
  keys
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      const name = String(key)
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`
      return index === 0 ? name : `.${name}`
    })
    .join('')
