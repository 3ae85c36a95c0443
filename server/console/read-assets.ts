import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { createEncodedFile, ENCODINGS, type EncodedFile } from './encoded-file.ts'

/** What the build made, in memory. A request names one of these or nothing: no path is ever joined. */
export interface Assets {
  readonly loader: EncodedFile
  /** The loader's second file, fetched when somebody wants the chat. */
  readonly loaderPanel: EncodedFile
  /** The frame's document as it was built. */
  readonly frameHtml: string
  /** By name below `/frame/assets/`. */
  readonly files: ReadonlyMap<string, EncodedFile>
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
}
const OTHER_TYPE = 'application/octet-stream'

/**
 * @param folder holds `loader/alcove.js`, `loader/alcove-panel.js`, `frame/index.html` and `frame/assets/`.
 * @throws AlcoveError `config_invalid` when the build is missing.
 */
export async function readAssets(folder: string): Promise<Assets> {
  const assetFolder = join(folder, 'frame', 'assets')
  try {
    const names = (await readdir(assetFolder, { withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
    const files = await Promise.all(
      names.map(async (name) => [name, await readAsset(join(assetFolder, name))] as const),
    )
    return {
      loader: await readAsset(join(folder, 'loader', 'alcove.js')),
      loaderPanel: await readAsset(join(folder, 'loader', 'alcove-panel.js')),
      frameHtml: await readFile(join(folder, 'frame', 'index.html'), 'utf8'),
      files: new Map(files),
    }
  } catch (cause) {
    throw new AlcoveError('config_invalid', 'The built loader and frame are missing.', {
      hint: 'Run npm run build first.',
      cause,
    })
  }
}

/** Compresses everything ahead of the first visitor. */
export async function warmAssets({ loader, loaderPanel, files }: Assets): Promise<void> {
  for (const file of [loader, loaderPanel, ...files.values()].filter(
    ({ isPackable }) => isPackable,
  )) {
    // One after the other: at start the machine has better things to do.
    for (const encoding of ENCODINGS) await file.bytes(encoding)
  }
}

async function readAsset(path: string): Promise<EncodedFile> {
  return createEncodedFile(await readFile(path), TYPES[extname(path)] ?? OTHER_TYPE)
}
