import type { Context } from 'hono'
import { ENCODINGS, type EncodedFile, type Encoding } from './encoded-file.ts'

/** Answers with a file: packed as the browser likes it, or 304 when it has it already. */
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
