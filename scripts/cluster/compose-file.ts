import * as v from 'valibot'
import { parse } from 'yaml'
import { composeSchema, type ComposeFile } from './compose-schema.ts'

/** @throws ValiError for anything outside of the part of the Compose Specification in `compose-schema.ts`. */
export const parseCompose = (text: string): ComposeFile => v.parse(composeSchema, parse(text))

/** References of one part of the file to a missing part, or to itself, one sentence each. */
export function checkCompose({
  services,
  configs = {},
  volumes = {},
}: ComposeFile): readonly string[] {
  return Object.entries(services).flatMap(([name, service]) => [
    ...Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
      const target = services[other]
      if (!target) return [`${name} depends on ${other}, which is no service`]
      const isChecked = condition !== 'service_healthy' || target.healthcheck !== undefined
      return isChecked ? [] : [`${name} waits for the health of ${other}, which nothing checks`]
    }),
    ...(service.volumes ?? []).flatMap((mount) => {
      const [source = ''] = mount.split(':', 1)
      const isNamed = !source.startsWith('.') && !source.startsWith('/')
      return isNamed && !(source in volumes) ? [`${name} mounts ${source}, which is no volume`] : []
    }),
    ...(service.configs ?? []).flatMap(({ source }) =>
      source in configs ? [] : [`${name} reads ${source}, which is no config`],
    ),
  ])
}

export interface Variable {
  readonly name: string
  /** Compose refuses to start if it is missing. */
  readonly isRequired: boolean
}

const VARIABLE_PATTERN = /(?<!\$)\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** Variables that the file reads from the environment. */
export function listVariables(text: string): readonly Variable[] {
  const found = new Map<string, boolean>()
  for (const [, name = '', kind] of text.matchAll(VARIABLE_PATTERN)) {
    found.set(name, found.get(name) === true || kind === '?')
  }
  return [...found].map(([name, isRequired]) => ({ name, isRequired }))
}

/** Substitutes variables like Compose; `:-` treats unset and empty variables alike. */
export const fillIn = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE_PATTERN, (_all, name: string, kind?: string, rest = '') => {
    const value = env[name] ?? ''
    if (value !== '') return value
    if (kind === '?') throw new Error(`${name} is needed: ${rest}`)
    return kind === '-' ? rest : ''
  })
