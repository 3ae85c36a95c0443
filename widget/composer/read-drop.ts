import type { FileChoice } from './attachments/sort-files.ts'

/** True if files are dragged. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') === true

/** True for a place that takes dropped text itself. */
export const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null

/** Reads dropped files. A folder looks like a file, and only its entry tells the difference. */
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
