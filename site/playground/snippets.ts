import type { Option } from '../../scripts/reference/read-options.ts'
import { toFieldText } from './field-text.ts'
import { nest, type Values } from './option-values.ts'

export interface Snippet {
  readonly name: string
  /** Instructions, in a sentence. */
  readonly hint: string
  readonly code: string
}

/** The stub of the install snippet, needed for options that an attribute cannot hold. */
const STUB =
  '<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>'

/**
 * Code that adds the configured chat to a page, for each kind of page. Only chosen options are printed; all
 * others keep the project's value.
 */
export function createSnippets(
  values: Values,
  options: readonly Option[],
  origin: string,
): readonly Snippet[] {
  const { app = 'default', ...rest } = values
  const src = origin + pathOf(values)
  const own = app === 'default' ? rest : { app, ...rest }
  const tag = drawTag(src, rest, options)
  const given = { baseUrl: origin, ...nest(own) }
  return [
    { name: 'HTML', hint: 'Anywhere in the page.', code: tag },
    {
      name: 'React',
      hint: 'The package is made by npm run package.',
      code: `import { Alcove } from 'alcove/react'\n\nexport function Chat() {\n  return (\n${drawElement(given, '    ')}\n  )\n}\n`,
    },
    {
      name: 'Next',
      hint: 'In app/layout.tsx; it runs in the browser alone.',
      code: `import { Alcove } from 'alcove/react'\n\nexport default function Layout({ children }: { children: React.ReactNode }) {\n  return (\n    <html lang="en">\n      <body>\n        {children}\n${drawElement(given, '        ')}\n      </body>\n    </html>\n  )\n}\n`,
    },
    {
      name: 'Vue',
      hint: 'In the component that stands on every page.',
      code: `<script setup>\nimport { createChat } from 'alcove'\nimport { onMounted, onUnmounted } from 'vue'\n\nlet chat\nonMounted(() => {\n  chat = createChat(${inHtml(toCode(given, '  '))})\n})\nonUnmounted(() => chat.destroy())\n</script>\n`,
    },
    {
      name: 'WordPress',
      hint: 'In functions.php of your theme, or a plug-in of your own.',
      code: `add_action('wp_footer', function () {\n  ?>\n${indent(tag, '  ')}  <?php\n});\n`,
    },
    {
      name: 'Tag Manager',
      hint: 'A tag of the kind Custom HTML, on all pages.',
      code: drawManagerTag(src, rest, options),
    },
    {
      name: 'Project',
      hint: 'For all pages at once, in alcove.config.ts.',
      code: drawProject(String(app), rest, options),
    },
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
  return `import { defineConfig } from './server/projects/define-config.ts'\n\nexport default defineConfig(${config})\n`
}

/** The component with its options, one per line if there are several. */
function drawElement(given: Record<string, unknown>, by: string): string {
  const inner = `${by}  `
  const props = Object.entries(given).map(([name, value]) =>
    typeof value === 'string' && !/["\\\n&]/.test(value)
      ? `${name}="${value}"`
      : `${name}={${toCode(value, inner)}}`,
  )
  return props.length === 1
    ? `${by}<Alcove ${props.join('')} />`
    : `${by}<Alcove\n${inner}${props.join(`\n${inner}`)}\n${by}/>`
}

/**
 * Code between tags, where `<` could end the script, start a comment, or be PHP in WordPress. It occurs only
 * in texts.
 */
const inHtml = (code: string): string => code.replaceAll('<', String.raw`\u003c`)

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const indent = (text: string, by: string): string =>
  text.replaceAll(/^(?=.)/gm, by).replace(/\n?$/, '\n')

const NAME = /^[A-Za-z_$][\w$]*$/

/** A value as code. */
export function toCode(value: unknown, by = ''): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => toCode(item, `${by}  `))
    return wrap('[', items, ']', by)
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${NAME.test(name) ? name : toCode(name)}: ${toCode(field, `${by}  `)}`,
    )
    return fields.length === 0 ? '{}' : wrap('{ ', fields, ' }', by)
  }
  return JSON.stringify(value)
}

/** Single quotes, unless double quotes avoid an escape. */
function quote(text: string): string {
  const json = JSON.stringify(text)
  if (text.includes("'") && !text.includes('"')) return json
  return `'${json.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`
}

const LINE = 60

/** On one line if it fits. */
function wrap(open: string, items: readonly string[], close: string, by: string): string {
  const line = open + items.join(', ') + close
  if (line.length <= LINE && !line.includes('\n')) return line
  return `${open.trim()}\n${items.map((item) => `${by}  ${item},`).join('\n')}\n${by}${close.trim()}`
}
