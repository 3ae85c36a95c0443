import { AlcoveError } from '../../shared/errors.ts'
import type { Project } from '../projects/project.ts'
import { createEncodedFile, type Assets, type EncodedFile } from './assets.ts'

/** Loaders that are kept packed; a project more makes the oldest one again when asked. */
const LOADERS_MAX = 200

/** What of a project is seen before anything else is fetched, by the names of the loader's own table. */
const NAMES = ['accent', 'radius', 'launcherLabel', 'launcherIcon', 'position'] as const
type Defaults = Partial<Readonly<Record<(typeof NAMES)[number], string>>>

/** Where `loader/page-options.ts` has the default of an option, as it is built. */
const placeOf = (name: string) => new RegExp(String.raw`\b(${name}:\[)(["'\x60]).*?\2`)

/**
 * The loader's file of each project: what the project says of its launcher stands in the place of the
 * defaults, and costs no byte more than it has to. A project that nobody may embed has the bare one.
 */
export function createProjectLoaders({ loader, loaderText }: Assets) {
  const missing = NAMES.find((name) => !placeOf(name).test(loaderText))
  if (missing !== undefined) {
    throw new AlcoveError('config_invalid', `The built loader has no default of "${missing}".`, {
      hint: 'Run npm run build first.',
    })
  }
  const loaders = new Map<string, EncodedFile>()

  return (project: Project | undefined): EncodedFile => {
    const defaults = project === undefined || project.hosts.length === 0 ? {} : toDefaults(project)
    const key = JSON.stringify(defaults)
    if (key === '{}') return loader
    const file = loaders.get(key) ?? createLoader(defaults)
    loaders.delete(key)
    loaders.set(key, file)
    const [oldest] = loaders.keys()
    if (loaders.size > LOADERS_MAX && oldest !== undefined) loaders.delete(oldest)
    return file
  }

  function createLoader(defaults: Defaults): EncodedFile {
    const text = Object.entries(defaults).reduce(
      // A function, since what a project says may hold signs of a replacement.
      (whole, [name, value]) =>
        whole.replace(placeOf(name), (_, start) => start + toLiteral(value)),
      loaderText,
    )
    return createEncodedFile(Buffer.from(text), loader.type)
  }
}

/** Also for whoever puts the file into a page as it is. */
const toLiteral = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

function toDefaults({ look }: Project): Defaults {
  const { theme, launcher } = look ?? {}
  const { accent, radius } = typeof theme === 'object' ? theme : {}
  const said = {
    accent,
    radius,
    launcherLabel: launcher?.label,
    launcherIcon: launcher?.icon,
    position: launcher?.position,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
