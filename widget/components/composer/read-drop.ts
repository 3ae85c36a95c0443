import type { FileChoice } from '../../state/attachments.ts'

/** What was dropped: a folder looks like a file, and only its entry tells. */
export function readDrop(transfer: DataTransfer): FileChoice {
  const files: File[] = []
  const folders: string[] = []
  for (const item of transfer.items ?? []) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry?.()
    const file = item.getAsFile()
    if (entry?.isDirectory) folders.push(entry.name)
    else if (file) files.push(file)
  }
  return files.length + folders.length > 0 ? { files, folders } : { files: [...transfer.files] }
}
