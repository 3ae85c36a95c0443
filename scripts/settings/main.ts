import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../../server/setting.ts'
import { ALL_SETTINGS, PROVIDER_ROWS } from '../../server/settings-schema.ts'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { readArguments } from '../read-arguments.ts'

readArguments()

export const ENV_EXAMPLE = '.env.example'
export const COMPOSE_FILE = 'docs/compose.yaml'

const LINE_CHARACTERS = 100

const HEAD = `# Alcove's settings. Copy this file to .env; what the environment already sets wins over it.
# Every line is optional: without any, Alcove runs on this machine with its demo model.
`

/** Content of `.env.example` for the current schema of the settings. */
export function drawEnvExample(): string {
  const shown = ALL_SETTINGS.filter(({ example }) => example !== undefined)
  return HEAD + shown.map(drawSetting).join('')
}

function drawSetting({ name, title, about, example }: Setting<unknown>): string {
  const heading = title === undefined ? '' : `\n${`# --- ${title} `.padEnd(LINE_CHARACTERS, '-')}\n`
  if (about === undefined) return `${heading}#${name}=${example}\n`
  const lines = [about].flat().flatMap(breakText)
  return `${heading}\n${lines.map((line) => `# ${line}\n`).join('')}#${name}=${example}\n`
}

function breakText(text: string): readonly string[] {
  if (text.startsWith(' ')) return [text]
  const lines: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length + '# '.length > LINE_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const PROVIDER_LINES = /(?<=# Of the providers of models; .*\n)(?: +[A-Z][A-Z_\d]*: .*\n)*/

/** The compose file with a line for each setting of a provider, which it forwards to the server. */
export const withProviderLines = (compose: string): string =>
  compose.replace(PROVIDER_LINES, () =>
    PROVIDER_ROWS.map(({ name }) => `      ${name}: \${${name}:-}\n`).join(''),
  )

if (import.meta.main) {
  writeFileSync(join(REPOSITORY_ROOT, ENV_EXAMPLE), drawEnvExample())
  const compose = join(REPOSITORY_ROOT, COMPOSE_FILE)
  writeFileSync(compose, withProviderLines(readFileSync(compose, 'utf8')))
}
