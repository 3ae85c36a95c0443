import type { Option } from '../../scripts/reference/read-options.ts'
import type { Values } from './option-values.ts'
import { pathOf, toAttributes } from './snippets.ts'

/** Options that `update` changes in a running chat, besides all looks and texts. */
const LIVE = new Set([
  'locale',
  'theme.scheme',
  'position',
  'offsetX',
  'offsetY',
  'zIndex',
  'launcherLabel',
  'launcherIcon',
])

/** A chat's options at its start, and those that can change afterwards. */
export interface Start {
  /** Path of the script at the service, whose origin the page itself has. */
  readonly path: string
  readonly attributes: readonly (readonly [name: string, text: string])[]
  readonly live: Values
}

/** Splits the choices into attributes of the tag and options that `update` can change later. */
export function toStart(values: Values, options: readonly Option[]): Start {
  const isLive = (path: string) =>
    LIVE.has(path) ||
    options.some((option) => option.path === path && option.expected !== undefined)
  const entries = Object.entries(values)
  const once = Object.fromEntries(entries.filter(([path]) => !isLive(path)))
  return {
    path: pathOf(once),
    attributes: toAttributes(once, options).attributes,
    live: Object.fromEntries(entries.filter(([path]) => isLive(path))),
  }
}
