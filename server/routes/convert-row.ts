import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { parsePartialArgs } from '../../shared/thread/partial-json.ts'
import { AUI_V0 } from '../../shared/thread/decode-row.ts'
import { readStoredArgs } from '../../shared/thread/stored-call.ts'
import { decodeFile, parseJson } from '../../shared/wire/data-stream-lines.ts'

interface Stored {
  readonly format: string
  readonly content: JsonObject
}

/**
 * Returns a row in the format that its reader asked for, if a conversion exists (`wire.md` 3.4): `aui/v0` to
 * either format of the AI SDK, and its version 5 to version 6. Other rows are returned unchanged, for the
 * reader to skip. `undefined`: a conversion exists, but the row cannot be read.
 */
export function convertRow<Row extends Stored>(
  row: Row,
  wanted: string | undefined,
): Row | undefined {
  const convert = CONVERSIONS.get(`${row.format} ${wanted}`)
  if (!convert || wanted === undefined) return row
  const content = convert(row.content)
  return content && { ...row, format: wanted, content }
}

/** True if {@link convertRow} converts rows of this format. */
export const isConverted = (format: string, wanted: string | undefined): boolean =>
  CONVERSIONS.has(`${format} ${wanted}`)

const V5 = 'ai-sdk/v5'
const V6 = 'ai-sdk/v6'
const CONVERSIONS: ReadonlyMap<string, (content: JsonObject) => JsonObject | undefined> = new Map([
  [`${AUI_V0} ${V5}`, fromAui],
  [`${AUI_V0} ${V6}`, fromAui],
  [`${V5} ${V6}`, fromV5],
])
const ROLES: readonly unknown[] = ['user', 'assistant', 'system']

function fromAui({ role, content, metadata, attachments }: JsonObject): JsonObject | undefined {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (!ROLES.includes(role) || !Array.isArray(parts)) return undefined
  const all = [
    ...(parts as readonly JsonValue[]).map(fromAuiPart),
    ...filesOf(metadata, attachments),
  ]
  const known = all.filter((part) => part !== undefined)
  if (known.length < all.length) return undefined
  return { role: role!, parts: known, ...(isPlainObject(metadata) ? { metadata } : {}) }
}

/** Returns `undefined` for a malformed part. */
function fromAuiPart(value: JsonValue): JsonObject | undefined {
  if (!isPlainObject(value) || typeof value['type'] !== 'string') return undefined
  const { type, ...rest } = value
  const { text, data, mimeType, image, audio, name } = rest
  const named = filenameOf(rest['filename'])
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof text === 'string' ? { type, text } : undefined
    case 'source':
      return fromSource(rest)
    case 'tool-call':
      return fromCall(rest)
    case 'file':
      return typeof data === 'string' && typeof mimeType === 'string'
        ? { type, url: decodeFile(data, mimeType), mediaType: mimeType, ...named }
        : undefined
    case 'image':
      return typeof image === 'string'
        ? { type: 'file', url: image, mediaType: mediaTypeOf(image), ...named }
        : undefined
    case 'audio': {
      const { data: sound, format } = isPlainObject(audio) ? audio : {}
      if (typeof sound !== 'string' || typeof format !== 'string') return undefined
      const mediaType = `audio/${format}`
      return { type: 'file', url: decodeFile(sound, mediaType), mediaType, ...named }
    }
    case 'data':
      return typeof name === 'string' ? { type: `data-${name}`, data: data ?? null } : undefined
    default:
      return { type: `data-${type}`, data: rest }
  }
}

function fromSource(part: JsonObject) {
  const { sourceType, id, url, title, mediaType, filename, providerMetadata } = part
  const titled = typeof title === 'string' ? { title } : {}
  const metadata = isPlainObject(providerMetadata) ? { providerMetadata } : {}
  if (sourceType === 'document') {
    return typeof mediaType === 'string'
      ? {
          type: 'source-document',
          sourceId: id ?? '',
          mediaType,
          title: '',
          ...titled,
          ...filenameOf(filename),
          ...metadata,
        }
      : undefined
  }
  return typeof url === 'string'
    ? { type: 'source-url', sourceId: id ?? url, url, ...titled, ...metadata }
    : undefined
}

function fromCall({ toolCallId, toolName, args, argsText, result, isError }: JsonObject) {
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return undefined
  const text = typeof argsText === 'string' ? argsText : ''
  const settled = readStoredArgs(text, args)
  const input = settled.type === 'open' ? parsePartialArgs(text) : settled.args
  const call = { type: `tool-${toolName}`, toolCallId, input }
  if (isError === true) return { ...call, state: 'output-error', errorText: errorTextOf(result) }
  if (result !== undefined) return { ...call, state: 'output-available', output: result }
  switch (settled.type) {
    case 'open':
      return { ...call, state: 'input-streaming' }
    case 'whole':
      return { ...call, state: 'input-available' }
    case 'refused':
      return { ...call, state: 'output-error', errorText: settled.errorText }
    default:
      return settled satisfies never
  }
}

/** Files beside the parts: ours by their address, those of another client with its parts. */
function filesOf(
  metadata: JsonValue | undefined,
  attachments: JsonValue | undefined,
): readonly (JsonObject | undefined)[] {
  const custom = isPlainObject(metadata) ? metadata['custom'] : undefined
  const ours = listOf(isPlainObject(custom) ? custom['attachments'] : undefined)
  const files = ours.flatMap(({ url, contentType: mediaType, name: filename }) =>
    typeof url === 'string' && typeof mediaType === 'string'
      ? { type: 'file', url, mediaType, ...filenameOf(filename) }
      : [],
  )
  const theirs = listOf(attachments).flatMap(({ name, content }) =>
    listOf(content)
      .map(fromAuiPart)
      .map((part) => (part?.['type'] === 'file' ? { ...part, ...filenameOf(name) } : part)),
  )
  return [...files, ...theirs]
}

const listOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).filter((each) => isPlainObject(each)) : []

const filenameOf = (filename: JsonValue | undefined): { readonly filename?: string } =>
  typeof filename === 'string' && filename !== '' ? { filename } : {}

const mediaTypeOf = (url: string): string => /^data:([^;,]+)/i.exec(url)?.[1] ?? 'image/png'

function fromV5(content: JsonObject): JsonObject | undefined {
  const { role, parts } = content
  if (!ROLES.includes(role) || !Array.isArray(parts)) return undefined
  return { ...content, parts: (parts as readonly JsonValue[]).map(fromV5Part) }
}

/** Errors of version 5 may be results that were written as text. */
function fromV5Part(part: JsonValue): JsonValue {
  if (!isPlainObject(part) || part['state'] !== 'output-error') return part
  const { errorText } = part
  if (typeof errorText !== 'string') return part
  return { ...part, errorText: errorTextOf(parseJson(errorText) ?? errorText) }
}

function errorTextOf(result: JsonValue | undefined): string {
  const error = isPlainObject(result) && 'error' in result ? result['error'] : result
  return typeof error === 'string' ? error : JSON.stringify(error ?? null)
}
