import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Licences of the packages in the built frame, in a file beside its document. */
export const LICENSES_FILE = 'third-party-licenses.txt'

const LICENSE_FILE = /^(licen[cs]e|copying)\b/i
const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** An output file; scripts have modules, assets do not. */
interface BundleFile {
  readonly fileName: string
  readonly moduleIds?: readonly string[]
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
}

/**
 * Writes the licences of all packages in a build and its workers, which are separate builds. `plugin` is for
 * the build, `workerPlugin` for its workers, which are built before it.
 *
 * @param mit the text of the MIT licence, for packages that name it without including the text.
 * @param holder the build, as its file of licences names it.
 */
export function collectLicenses(
  mit: string,
  holder = "The chat's frame",
): { plugin: Plugin; workerPlugin: () => Plugin } {
  const folders = new Set<string>()
  function note(files: readonly BundleFile[]) {
    for (const id of files.flatMap(({ moduleIds }) => moduleIds ?? [])) {
      const [folder] = FOLDER.exec(id.replaceAll('\\', '/')) ?? []
      if (folder !== undefined && !id.startsWith('\0')) folders.add(folder)
    }
  }
  return {
    workerPlugin: () => ({
      name: 'alcove-worker-licenses',
      generateBundle: (_, bundle) => note(Object.values(bundle)),
    }),
    plugin: {
      name: 'alcove-licenses',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_, bundle) {
        note(Object.values(bundle))
        const licenses = [...folders].map((folder) => describeLicense(folder, mit)).toSorted()
        const source = `${holder} has these packages in it.\n\n${licenses.join('\n')}`
        this.emitFile({ type: 'asset', fileName: LICENSES_FILE, source })
      },
    },
  }
}

/**
 * A package and its licence.
 *
 * @throws if the package states no licence, because it must not be shipped then.
 */
function describeLicense(folder: string, mit: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license } = manifest
  const file = readdirSync(folder).find((each) => LICENSE_FILE.test(each))
  const text =
    file === undefined ? withoutText(manifest, mit) : readFileSync(join(folder, file), 'utf8')
  if (text === undefined) {
    throw new Error(
      `${name} is in the frame and brings no licence: find its text, or leave it out.`,
    )
  }
  const title = `${name} ${version}${license === undefined ? '' : ` (${license})`}`
  return `${'-'.repeat(72)}\n${title}\n\n${text.trim()}\n`
}

function withoutText({ license, author }: Manifest, mit: string): string | undefined {
  if (license !== 'MIT') return undefined
  const holder = typeof author === 'object' ? author.name : author
  return mit.replace(/^Copyright.*$/m, `Copyright (c) ${holder ?? 'its authors'}`)
}
