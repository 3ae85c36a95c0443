import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

export interface BundledTypes {
  /** Declaration files by the name of their entry. */
  readonly input: Readonly<Record<string, string>>
  /** Packages that the types import. */
  readonly external: readonly string[]
  readonly folder: string
}

/** Writes the types of each entry without internal ones; entries share one more file. */
export async function bundleTypes({ input, external, folder }: BundledTypes): Promise<void> {
  const bundle = await rolldown({
    input: { ...input },
    external: [...external],
    plugins: [dts({ dtsInput: true })],
  })
  await bundle.write({ dir: folder, chunkFileNames: 'types.d.ts' })
  await bundle.close()
}
