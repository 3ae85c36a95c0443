import { SETTING_KEYS } from '../../../shared/desk/settings.ts'
import { isPlainObject } from '../../../shared/json.ts'
import { toPath } from '../parse-config.ts'
import { serviceOf, type ProjectConfigs, type WrittenBlock } from '../project.ts'
import { toSettingJson } from './describe-settings.ts'

/** Characters of a value that a line shows. */
const SHOWN_MAX_CHARACTERS = 80

/** A value by its place. Values outside of settings may be secrets, and are not shown. */
interface Leaf {
  /** Equal texts are equal values. */
  readonly text: string
  readonly shown: string | undefined
}

/** The differences between two configurations, one a line. */
export function diffConfigs(before: ProjectConfigs, after: ProjectConfigs): readonly string[] {
  const [one, other] = [listLeaves(before), listLeaves(after)]
  const places = [...new Set([...one.keys(), ...other.keys()])]
  return places.flatMap((place) => {
    const [was, is] = [one.get(place), other.get(place)]
    if (was?.text === is?.text) return []
    if (was === undefined) return [`+ ${place}${valueOf(is)}`]
    if (is === undefined) return [`- ${place}${valueOf(was)}`]
    return was.shown === undefined || is.shown === undefined
      ? [`~ ${place}`]
      : [`~ ${place}: ${was.shown} → ${is.shown}`]
  })
}

const valueOf = (leaf: Leaf | undefined): string =>
  leaf?.shown === undefined ? '' : `: ${leaf.shown}`

function listLeaves(configs: ProjectConfigs): ReadonlyMap<string, Leaf> {
  const { blocks, prices, providers } = serviceOf(configs)
  const leaves = new Map<string, Leaf>()
  const add = (keys: readonly string[], value: unknown, isShown: boolean) => {
    if (value === undefined) return
    if (isPlainObject(value) && Object.keys(value).length > 0) {
      for (const [key, inner] of Object.entries(value)) add([...keys, key], inner, isShown)
      return
    }
    const text = textOf(value)
    const shown = isShown ? text.slice(0, SHOWN_MAX_CHARACTERS) : undefined
    leaves.set(toPath(keys), { text, shown })
  }
  for (const [name, list] of prices) add(['prices', name], list, true)
  for (const [name, { api, ...access }] of providers) {
    add(['providers', name], JSON.stringify([access, String(api.create)]), false)
  }
  for (const [id, block] of blocks) addBlock(id, block, add)
  return leaves
}

function addBlock(
  id: string,
  block: WrittenBlock,
  add: (keys: readonly string[], value: unknown, isShown: boolean) => void,
) {
  add(['projects', id], {}, true)
  for (const [key, value] of Object.entries(block)) {
    // Headers of tools are secrets.
    const isShown = key !== 'assistants' && (SETTING_KEYS as readonly string[]).includes(key)
    add(['projects', id, key], value, isShown)
  }
}

/** A function by its text: each reading makes it anew. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'function' ? String(inner) : inner,
  ) ?? JSON.stringify(toSettingJson(value))
