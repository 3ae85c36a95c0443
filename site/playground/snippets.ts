import type { Option } from '../../scripts/reference/read-options.ts'
import { toLauncherLook } from '../../shared/look/launcher-look.ts'
import type { LookOptions } from '../../shared/look/look-options.ts'
import { createBuilderSnippets } from './builder-snippets.ts'
import { toFieldText } from './field-text.ts'
import { createFrameworkSnippets } from './framework-snippets.ts'
import { nest, type Values } from './option-values.ts'
import { escapeHtml, indent, inHtml, toCode } from './print-code.ts'
import type { Snippet } from './snippet.ts'

/** The stub of the install snippet, needed for options that an attribute cannot hold. */
const STUB =
  '<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>'

/**
 * Code that adds the configured chat to a page, for each kind of page. Only chosen options are printed; all
 * others keep the project's value.
 *
 * @param look of the project: a page that imports the package repeats the launcher's part of it.
 */
export function createSnippets(
  values: Values,
  options: readonly Option[],
  origin: string,
  look: LookOptions = {},
): readonly Snippet[] {
  const { app = 'default', ...rest } = values
  const src = origin + pathOf(values)
  const own = app === 'default' ? rest : { app, ...rest }
  const tag = drawTag(src, rest, options)
  const projectLook = toLauncherLook(look)
  const hasLook = Object.keys(projectLook).length > 0
  const given = { baseUrl: origin, ...(hasLook && { projectLook }), ...nest(own) }
  return [
    { name: 'HTML', group: 'Any page', hint: 'Anywhere in the page.', code: tag },
    {
      name: 'Project',
      group: 'Any page',
      hint: 'For all pages at once, in alcove.config.ts.',
      code: drawProject(String(app), rest, options),
    },
    ...createFrameworkSnippets(given),
    ...createBuilderSnippets(tag, drawManagerTag(src, rest, options)),
  ]
}

/** The loader's path at the service, with the project's own look in the file. */
export const pathOf = ({ app }: Values): string =>
  `/p/${encodeURIComponent(toFieldText(app) || 'default')}/alcove.js`

/** Splits the options into attributes for texts and a call for the rest. The project is part of the address. */
export function toAttributes(values: Values, options: readonly Option[]) {
  const { app: _, ...said } = values
  const attributes: [string, string][] = []
  const others: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(said)) {
    const { attribute, type = '' } = options.find((option) => option.path === path) ?? {}
    if (attribute === undefined) others[path] = value
    else attributes.push([`data-${attribute}`, toText(value, type)])
  }
  return { attributes, others }
}

/** Words are separated by spaces; other values are JSON. */
function toText(value: unknown, type: string): string {
  if (Array.isArray(value) && /\breadonly string\[\]$/.test(type)) return value.join(' ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function drawTag(src: string, values: Values, options: readonly Option[]): string {
  const { attributes, others } = toAttributes(values, options)
  const words = [
    'async',
    `src="${escapeHtml(src)}"`,
    ...attributes.map(([name, text]) => `${name}="${escapeHtml(text)}"`),
  ]
  const tag =
    words.length <= 2
      ? `<script ${words.join(' ')}></script>\n`
      : `<script\n  ${words.join('\n  ')}\n></script>\n`
  if (Object.keys(others).length === 0) return tag
  const patch = inHtml(toCode(nest(others), '  '))
  return `${STUB}\n<script>\n  Alcove('update', ${patch})\n</script>\n${tag}`
}

/** Tag managers remove attributes that they do not know. */
function drawManagerTag(src: string, values: Values, options: readonly Option[]): string {
  const { attributes, others } = toAttributes(values, options)
  const lines = [
    "var script = document.createElement('script')",
    'script.async = true',
    `script.src = ${toCode(src)}`,
    ...attributes.map(([name, text]) => `script.setAttribute('${name}', ${toCode(text)})`),
    'document.head.appendChild(script)',
    ...(Object.keys(others).length === 0
      ? []
      : [
          'script.onload = function () {',
          `  Alcove('update', ${toCode(nest(others), '  ')})`,
          '}',
        ]),
  ]
  return `<script>\n${indent(inHtml(lines.join('\n')), '  ')}</script>\n`
}

/** Options of the launcher, by their path in a project. */
const OF_LAUNCHER: Readonly<Record<string, string>> = {
  position: 'launcher.position',
  launcherLabel: 'launcher.label',
  launcherIcon: 'launcher.icon',
}

/** The options that belong to a project; the others belong to each page. */
function drawProject(app: string, values: Values, options: readonly Option[]): string {
  const isLook = (path: string) =>
    options.some((option) => option.path === path && option.expected !== undefined)
  const look = Object.entries(values).flatMap(([path, value]) => {
    const place = OF_LAUNCHER[path] ?? path
    return place !== path || path.startsWith('launcher.') || isLook(path) ? [[place, value]] : []
  })
  const config = toCode({ projects: { [app]: { look: nest(Object.fromEntries(look) as Values) } } })
  return `import { defineConfig } from 'alcove-server'\n\nexport default defineConfig(${config})\n`
}
