import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { overrideLimits, type LimitTable } from '../limits/limit-table.ts'
import { parseOrigins } from './allowed-origins.ts'
import {
  configSchema,
  type ParsedAssistant,
  type ParsedBlock,
  type ParsedRule,
} from './config-schema.ts'
import { toTool } from './to-tool.ts'
import type { AssistantConfig, AuthRule, ProjectConfig, ProjectConfigs } from './project.ts'

/** Model calls of one answer, for an assistant that says nothing else. */
export const MAX_STEPS_DEFAULT = 10
/** Longest piece of a wrong value that an error shows, in characters. */
const SHOWN_MAX_CHARACTERS = 60

export interface ConfigSource {
  /** The file's name, for errors. */
  readonly name: string
  /** `ALCOVE_LIMITS`, which the blocks override. */
  readonly limits: LimitTable
}

/**
 * The blocks of an `alcove.config.ts`, checked and with their defaults.
 *
 * @throws AlcoveError `config_invalid`, naming the file, the key and what was expected.
 */
export function parseConfig(value: unknown, { name, limits }: ConfigSource): ProjectConfigs {
  const parsed = v.safeParse(configSchema, value)
  if (!parsed.success) throw createConfigError(name, parsed.issues)
  const blocks = Object.entries(parsed.output.projects)
  return new Map(
    blocks.map(([id, block]) => {
      const source = `${name}: ${toPath(['projects', id])}`
      return [id, toProjectConfig(block, { name: source, limits })]
    }),
  )
}

function toProjectConfig(block: ParsedBlock, { name, limits }: ConfigSource): ProjectConfig {
  const rules: readonly ParsedRule[] = block.auth === undefined ? [] : [block.auth].flat()
  return {
    hosts: parseOrigins(block.hosts ?? [], `${name}.hosts`),
    apiOrigins: parseOrigins(block.apiOrigins ?? [], `${name}.apiOrigins`),
    allowsAnonymous: block.anonymous ?? true,
    authRules: rules.map(toAuthRule),
    assistants: new Map(
      Object.entries(block.assistants ?? {}).map(([id, assistant]) => [
        id,
        toAssistant(id, assistant),
      ]),
    ),
    limits: overrideLimits(limits, withoutUnset(block.limits ?? {}), `${name}.limits`),
    chatEndpoint: block.chatEndpoint,
    assistant: block.assistant,
    isReadOnly: block.readOnly ?? false,
    fileTypes: block.fileTypes,
    pdfUrls: block.pdfUrls ?? 'server',
    savesForeignChats: block.savesForeignChats ?? false,
    authorization: {
      connectUrl: block.authorization?.connectUrl,
      verificationHosts: block.authorization?.verificationHosts ?? [],
    },
  }
}

function toAuthRule(rule: ParsedRule): AuthRule {
  if ('jwks' in rule) {
    return { type: 'jwks', url: rule.jwks, issuer: rule.issuer, audience: rule.audience }
  }
  const { secret, issuer, audience } = rule
  return {
    type: 'secret',
    secret,
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  }
}

const toAssistant = (id: string, assistant: ParsedAssistant): AssistantConfig => ({
  id,
  model: assistant.model,
  system: assistant.system,
  tools: (assistant.tools ?? []).map(toTool),
  maxSteps: assistant.maxSteps ?? MAX_STEPS_DEFAULT,
  maxOutputTokens: assistant.maxOutputTokens,
  takesClientSystem: assistant.takesClientSystem ?? false,
})

const withoutUnset = (counts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined))

function createConfigError(
  name: string,
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): AlcoveError {
  // A misspelt key is also a missing one; what is there says more than what is not.
  const issue = issues.find(isUnknownKey) ?? issues[0]
  const path = (issue.path ?? []).map(({ key }) => key)
  const place = toPath(isUnknownKey(issue) ? path.slice(0, -1) : path)
  return new AlcoveError(
    'config_invalid',
    `${name}: ${place === '' ? '' : `${place}: `}${describeIssue(issue)}`,
  )
}

const isUnknownKey = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never'

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const { type, message, input, received } = issue
  switch (type) {
    case 'strict_object':
    case 'check':
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

/** Of a list or an object only what it is: there may be a secret in it. */
function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
}

/** `projects.shop.hosts[1]`, `projects["my-shop"].auth`. */
const toPath = (keys: readonly unknown[]): string =>
  keys
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      const name = String(key)
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`
      return index === 0 ? name : `.${name}`
    })
    .join('')
