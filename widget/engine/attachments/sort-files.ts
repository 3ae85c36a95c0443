import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { acceptsFile } from './accept-file.ts'
import { FILE_MAX_BYTES, FILES_PER_MESSAGE_MAX } from './file-limits.ts'

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

export interface TrayFacts {
  readonly accept: string
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
  const taken: File[] = []
  const left: Record<FileNote['type'], File[]> = {
    folder: [],
    empty: [],
    'not-accepted': [],
    'too-large': [],
    duplicate: [],
    'too-many': [],
  }
  for (const file of files) {
    const reason = reasonAgainst(file, tray, taken)
    if (reason === null) taken.push(file)
    else left[reason].push(file)
  }
  const names = (type: FileNote['type']) => left[type].map(({ name }) => name)
  const refused = left['not-accepted'][0]
  const message = refused
    ? ERROR_TEXTS.fileTypeNotAccepted(refused.type || refused.name, tray.accept)
    : ''
  const notes: FileNote[] = [
    { type: 'folder', names: folders },
    { type: 'empty', names: names('empty') },
    { type: 'not-accepted', names: names('not-accepted'), message },
    { type: 'too-large', names: names('too-large'), maxBytes: FILE_MAX_BYTES },
    { type: 'duplicate', names: names('duplicate') },
    { type: 'too-many', names: names('too-many'), max: FILES_PER_MESSAGE_MAX },
  ]
  return { taken, notes: notes.filter((note) => note.names.length > 0) }
}

function reasonAgainst(
  file: File,
  { accept, count, files }: TrayFacts,
  taken: readonly File[],
): FileNote['type'] | null {
  if (file.size === 0) return 'empty'
  if (!acceptsFile(accept, file)) return 'not-accepted'
  if (file.size > FILE_MAX_BYTES) return 'too-large'
  if ([...files, ...taken].some((other) => isSameFile(file, other))) return 'duplicate'
  return count + taken.length < FILES_PER_MESSAGE_MAX ? null : 'too-many'
}

const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
