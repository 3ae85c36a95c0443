import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from 'hono'
import { AlcoveError } from '../../shared/errors.ts'
import { PACKED_MIN_BYTES, packBrotli, packGzip } from './pack-file.ts'

/** Later files of the loader: for the opened chat, for placement options, and for developers of the page. */
export const LOADER_MODULES = ['alcove-panel.js', 'alcove-extras.js', 'alcove-debug.js'] as const
export type LoaderModule = (typeof LOADER_MODULES)[number]

/** Build results in memory. Requests are matched against these names, so that no path is ever joined. */
export interface Assets {
  readonly loader: EncodedFile
  readonly loaderText: string
  /** The loader's other files, by name. */
  readonly loaderModules: ReadonlyMap<LoaderModule, EncodedFile>
  /** The frame's document as it was built. */
  readonly frameHtml: string
  /** By name below `/frame/assets/`. */
  readonly files: ReadonlyMap<string, EncodedFile>
  /** Licences of the packages in the frame. */
  readonly licenses: EncodedFile
  readonly versions: Versions
  /** Undefined: the build has no desk. */
  readonly desk: DeskFiles | undefined
}

/** The desk's app. */
export interface DeskFiles {
  readonly page: EncodedFile
  /** By path below `/desk/`. */
  readonly files: ReadonlyMap<string, EncodedFile>
}

/** The loader's files of each version that pages may name, by version and by name. */
export type Versions = ReadonlyMap<string, ReadonlyMap<string, EncodedFile>>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
}
const OTHER_TYPE = 'application/octet-stream'

/**
 * @param folder holds `loader/` with its four files, `frame/index.html`, the licences beside it, and
 * `frame/assets/`.
 * @throws AlcoveError `config_invalid` if the build is missing.
 */
export async function readAssets(folder: string, versions: Versions): Promise<Assets> {
  const assetFolder = join(folder, 'frame', 'assets')
  try {
    const names = await listFiles(assetFolder)
    const files = await Promise.all(
      names.map(async (name) => [name, await readFileOf(join(assetFolder, name))] as const),
    )
    return {
      loader: await readFileOf(join(folder, 'loader', 'alcove.js')),
      loaderText: await readFile(join(folder, 'loader', 'alcove.js'), 'utf8'),
      loaderModules: new Map(
        await Promise.all(
          LOADER_MODULES.map(
            async (name) => [name, await readFileOf(join(folder, 'loader', name))] as const,
          ),
        ),
      ),
      frameHtml: await readFile(join(folder, 'frame', 'index.html'), 'utf8'),
      files: new Map(files),
      licenses: await readFileOf(join(folder, 'frame', 'third-party-licenses.txt')),
      versions,
      desk: await readDesk(join(folder, 'desk')),
    }
  } catch (cause) {
    throw new AlcoveError('config_invalid', 'The built loader and frame are missing.', {
      hint: 'Run npm run build first.',
      cause,
    })
  }
}

async function readDesk(folder: string): Promise<DeskFiles | undefined> {
  const page = await readFileOf(join(folder, 'index.html')).catch(() => undefined)
  if (!page) return undefined
  const names = ['third-party-licenses.txt']
  for (const name of await listFiles(join(folder, 'assets'))) names.push(`assets/${name}`)
  const files = await Promise.all(
    names.map(async (name) => [name, await readFileOf(join(folder, name))] as const),
  )
  return { page, files: new Map(files) }
}

/** Reads a file, and its compressed forms if the build made them. */
export async function readFileOf(path: string): Promise<EncodedFile> {
  const packed = new Map<Encoding, Uint8Array<ArrayBuffer>>()
  for (const encoding of ENCODINGS) {
    const bytes = await readFile(`${path}${PACKED_ENDINGS[encoding]}`).catch(() => undefined)
    if (bytes) packed.set(encoding, bytes)
  }
  return createEncodedFile(await readFile(path), TYPES[extname(path)] ?? OTHER_TYPE, packed)
}

/** Names of built files, without their compressed forms. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !PACKED_PATTERN.test(entry.name))
    .map((entry) => entry.name)
}

/** The best first. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'
const PACKED_ENDINGS = { br: '.br', gzip: '.gz' } as const
const PACKED_PATTERN = /\.(br|gz)$/

const TEXT_TYPE_PATTERN = /^(text\/|application\/(json|javascript)|image\/svg)/
const HASH_LENGTH = 22

/** A file in memory: compressed by the build, else on first request. */
export interface EncodedFile {
  readonly type: string
  /** True if compression is worth while. */
  readonly isPackable: boolean
  bytes(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
  /** Differs for each encoding, as HTTP requires. */
  etag(encoding: Encoding): string
}

/** @param built compressed forms of the build. */
export function createEncodedFile(
  content: Uint8Array,
  type: string,
  built: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>> = new Map(),
): EncodedFile {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH)
  const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()
  for (const [encoding, bytes] of built) packed.set(encoding, Promise.resolve(bytes))

  async function encode(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    switch (encoding) {
      case 'br':
        return packBrotli(content)
      case 'gzip':
        return packGzip(content)
      case 'identity':
        return new Uint8Array(content)
      default:
        return encoding satisfies never
    }
  }

  return {
    type,
    isPackable: content.byteLength >= PACKED_MIN_BYTES && TEXT_TYPE_PATTERN.test(type),
    bytes(encoding) {
      const bytes = packed.get(encoding) ?? encode(encoding)
      packed.set(encoding, bytes)
      return bytes
    },
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
  }
}

/** Answers with a file in the browser's preferred encoding, or 304 if the browser has it. */
export async function sendFile(
  c: Context,
  file: EncodedFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encoding = file.isPackable ? chooseEncoding(c.req.header('Accept-Encoding')) : 'identity'
  const etag = file.etag(encoding)
  const all = new Headers({ ...headers, ETag: etag })
  if (file.isPackable) all.set('Vary', 'Accept-Encoding')
  if (isKnown(c.req.header('If-None-Match'), etag))
    return new Response(null, { status: 304, headers: all })
  all.set('Content-Type', file.type)
  if (encoding !== 'identity') all.set('Content-Encoding', encoding)
  const bytes = await file.bytes(encoding)
  all.set('Content-Length', String(bytes.byteLength))
  return new Response(bytes, { headers: all })
}

/** `br` before `gzip`; a weight of 0 forbids. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const allowed = new Set<string>()
  for (const item of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...params] = item.split(';').map((text) => text.trim())
    const weight = params.find((param) => param.startsWith('q='))
    if (weight === undefined || Number(weight.slice(2)) > 0) allowed.add(name)
  }
  return ENCODINGS.find((encoding) => allowed.has(encoding)) ?? 'identity'
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
