import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { attachmentType, type Attachment } from '../../../shared/thread/attachment.ts'
import type { FileLimits } from '../../../shared/thread/file-limits.ts'
import { typeOfName } from '../../../shared/type-of-name.ts'

/** Files that a person picked, pasted or dropped. */
export interface FileChoice {
  readonly files: readonly File[]
  /** Names of folders, whose content is not added. */
  readonly folders?: readonly string[]
}

/** Reason why files were left out; the others of the same choice were added. */
export type FileNote =
  | { readonly type: 'folder' | 'empty' | 'duplicate'; readonly names: readonly string[] }
  | { readonly type: 'too-large'; readonly names: readonly string[]; readonly maxBytes: number }
  | { readonly type: 'too-many'; readonly names: readonly string[]; readonly max: number }
  /** `message`: the specification's text, for the first file. */
  | { readonly type: 'not-accepted'; readonly names: readonly string[]; readonly message: string }

type Reason = Exclude<FileNote['type'], 'folder'> | 'too-large-image'

export interface TrayFacts {
  readonly accept: string
  /** True: files of a type that the browser does not know are accepted. */
  readonly takesUnknown: boolean
  readonly limits: FileLimits
  /** Number of files in the tray, and those of them that were picked. */
  readonly count: number
  readonly files: readonly File[]
}

export interface SortedFiles {
  readonly taken: readonly File[]
  readonly notes: readonly FileNote[]
}

/** Splits a choice into accepted files and notes about the others, one note for each reason. */
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

/** Content type of a file with an unknown type. */
export const UNKNOWN_TYPE = 'application/octet-stream'

type FileFacts = Pick<File, 'name' | 'type'>

/**
 * True if an `accept` list (`.ext`, `type/name`, `type/*`, `*`) covers a file, by its type or its extension:
 * Windows calls a `.csv` `application/vnd.ms-excel` if Excel is installed.
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

/** Kind under which a file is shown and sent, from its media type. */
export const fileKind = ({ type }: Pick<File, 'type'>): Attachment['type'] =>
  attachmentType(bareType(type))

export const isPdf = ({ name, type }: FileFacts): boolean =>
  bareType(type) === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'))

/** Turns `Text/CSV; charset=utf-8` into `text/csv`. */
const bareType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

/** Accepted types of uploads if the server names none. */
export const CLOUD_ACCEPT = '*'
/**
 * Accepted types inside a message (specification, section 5): images, plain text, html, markdown, csv, xml, json,
 * css. The second line has browsers' names for three of them.
 */
export const LOCAL_ACCEPT =
  'image/*,text/plain,text/html,text/markdown,text/csv,text/xml,text/json,text/css,' +
  'application/json,application/xml,.md'
