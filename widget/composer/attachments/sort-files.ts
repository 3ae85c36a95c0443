import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { attachmentType, type Attachment } from '../../../shared/thread/attachment.ts'
import type { FileLimits } from '../../../shared/thread/file-limits.ts'
import { typeOfName } from '../../../shared/type-of-name.ts'

/** What somebody picked, pasted or dropped. */
export interface FileChoice {
  readonly files: readonly File[]
  /** Names of folders: what is in them is not taken. */
  readonly folders?: readonly string[]
}

/** Why files were left out; the others of the same choice were taken. */
export type FileNote =
  | { readonly type: 'folder' | 'empty' | 'duplicate'; readonly names: readonly string[] }
  | { readonly type: 'too-large'; readonly names: readonly string[]; readonly maxBytes: number }
  | { readonly type: 'too-many'; readonly names: readonly string[]; readonly max: number }
  /** `message`: the specification's text, of the first. */
  | { readonly type: 'not-accepted'; readonly names: readonly string[]; readonly message: string }

type Reason = Exclude<FileNote['type'], 'folder'> | 'too-large-image'

export interface TrayFacts {
  readonly accept: string
  /** A file whose type the browser does not know is taken. */
  readonly takesUnknown: boolean
  readonly limits: FileLimits
  /** How many are there, and those of them that were picked. */
  readonly count: number
  readonly files: readonly File[]
}

export interface SortedFiles {
  readonly taken: readonly File[]
  readonly notes: readonly FileNote[]
}

/** Which files of a choice the tray takes, and what is said of the others: one note for each reason. */
export function sortFiles({ files, folders = [] }: FileChoice, tray: TrayFacts): SortedFiles {
  const { accept, limits } = tray
  const taken: File[] = []
  const left: Record<Reason, File[]> = {
    empty: [],
    'not-accepted': [],
    'too-large': [],
    'too-large-image': [],
    duplicate: [],
    'too-many': [],
  }
  for (const file of files) {
    const reason = reasonAgainst(file, tray, taken)
    if (reason === null) taken.push(file)
    else left[reason].push(file)
  }
  const names = (reason: Reason) => left[reason].map(({ name }) => name)
  const refused = left['not-accepted'][0]
  const message = refused
    ? THREAD_TEXTS.fileTypeNotAccepted(refused.type || refused.name, accept)
    : ''
  const notes: FileNote[] = [
    { type: 'folder', names: folders },
    { type: 'empty', names: names('empty') },
    { type: 'not-accepted', names: names('not-accepted'), message },
    { type: 'too-large', names: names('too-large'), maxBytes: limits.fileBytes },
    { type: 'too-large', names: names('too-large-image'), maxBytes: limits.imageBytes },
    { type: 'duplicate', names: names('duplicate') },
    { type: 'too-many', names: names('too-many'), max: limits.filesPerMessage },
  ]
  return { taken, notes: notes.filter((note) => note.names.length > 0) }
}

function reasonAgainst(
  file: File,
  { accept, takesUnknown, limits, count, files }: TrayFacts,
  taken: readonly File[],
): Reason | null {
  if (file.size === 0) return 'empty'
  const isLeftToServer = takesUnknown && file.type === ''
  if (!isLeftToServer && !acceptsFile(accept, file)) return 'not-accepted'
  if (isTooLargeImage(file, limits)) return 'too-large-image'
  if (file.size > limits.fileBytes) return 'too-large'
  if ([...files, ...taken].some((other) => isSameFile(file, other))) return 'duplicate'
  return count + taken.length < limits.filesPerMessage ? null : 'too-many'
}

const isTooLargeImage = (file: File, { fileBytes, imageBytes }: FileLimits): boolean =>
  imageBytes < fileBytes && file.size > imageBytes && acceptsFile('image/*', file)

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** What a file goes out as whose type nobody knows. */
export const UNKNOWN_TYPE = 'application/octet-stream'

type FileFacts = Pick<File, 'name' | 'type'>

/**
 * Whether an `accept` list (`.ext`, `type/name`, `type/*`, `*`) takes a file, by its type or the ending of its name:
 * Windows calls a `.csv` `application/vnd.ms-excel` where Excel is installed.
 */
export function acceptsFile(accept: string, { name, type }: FileFacts): boolean {
  const kinds = [bareType(type), typeOfName(name) ?? '']
  return accept.split(',').some((entry) => {
    const rule = entry.trim().toLowerCase()
    if (rule === '*' || rule === '*/*') return true
    if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule)
    const group = rule.endsWith('/*') ? rule.slice(0, -1) : undefined
    return kinds.some((kind) => (group === undefined ? kind === rule : kind.startsWith(group)))
  })
}

/** How a file is shown and sent: by its media type. */
export const fileKind = ({ type }: Pick<File, 'type'>): Attachment['type'] =>
  attachmentType(bareType(type))

export const isPdf = ({ name, type }: FileFacts): boolean =>
  bareType(type) === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'))

/** `Text/CSV; charset=utf-8` as `text/csv`. */
const bareType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

/** What an upload takes where the server names no types. */
export const CLOUD_ACCEPT = '*'
/**
 * What goes out inside of a message (specification, section 5): images, plain text, html, markdown,
 * csv, xml, json, css. The second line is how browsers call three of them.
 */
export const LOCAL_ACCEPT =
  'image/*,text/plain,text/html,text/markdown,text/csv,text/xml,text/json,text/css,' +
  'application/json,application/xml,.md'
