import { join } from 'node:path'
import { createBuilder } from 'vite'

/** The loader's files by their names in `vite.config.ts`. */
export type LoaderPart = 'loader' | 'panel' | 'extras' | 'debug'

/** Bundles one of the loader's files from the current sources as a readable script, without writing it. */
export async function bundleLoader(root: string, part: LoaderPart): Promise<string> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    environments: {
      [part]: {
        build: { write: false, minify: false, rolldownOptions: { output: { minify: false } } },
      },
    },
  })
  const environment = builder.environments[part]
  if (!environment) throw new Error(`vite.config.ts has no environment "${part}".`)
  const result = await builder.build(environment)
  const outputs = Array.isArray(result) ? result : [result]
  for (const output of outputs) {
    if (!('output' in output)) continue
    const entry = output.output.find((file) => file.type === 'chunk' && file.isEntry)
    if (entry?.type === 'chunk') return entry.code
  }
  throw new Error('The build of the loader gave no script.')
}
